/*
 * Copyright 2026 the Retry Starter authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.retrystarter.execution;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * What is due later, the earliest first: a heap whose tasks know their places, so that one can be taken out from the middle
 * without a search, and without an object more for each. Not safe for use by many threads at once.
 */
final class DueTasks<T extends DueTasks.Task> {

    private static final int FEW = 16;

    private @Nullable Task[] heap = new Task[FEW];
    private int size;

    /** Something due at a time, which only differences tell anything about. */
    abstract static class Task {

        private final long dueNanos;
        private int place = -1;

        Task(long dueNanos) {
            this.dueNanos = dueNanos;
        }

        final long dueNanos() {
            return dueNanos;
        }

        private boolean isBefore(Task other) {
            return dueNanos - other.dueNanos < 0;
        }
    }

    @Nullable
    @SuppressWarnings("unchecked") // As all that was added.
    T first() {
        return (T) heap[0];
    }

    void add(T task) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size + (size >> 1));
        }
        rise(task, size++);
    }

    /** Does nothing where the task is not there any more. */
    void remove(Task task) {
        int place = task.place;
        if (place < 0) {
            return;
        }
        task.place = -1;
        size--;
        Task last = at(size);
        heap[size] = null;
        if (last != task) {
            sink(last, place);
            if (last.place == place) {
                rise(last, place);
            }
        }
        shrink();
    }

    /** What many waits have taken is given back when they are over, as soon as there is memory to do so. */
    private void shrink() {
        if (heap.length > FEW && size < heap.length >> 2) {
            try {
                heap = Arrays.copyOf(heap, Math.max(FEW, heap.length >> 1));
            } catch (OutOfMemoryError tight) {
                // What is due must not be lost for it; the next one that is taken out tries again.
            }
        }
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            at(i).place = -1;
        }
        heap = new Task[FEW];
        size = 0;
    }

    private void rise(Task task, int from) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >> 1;
            if (!task.isBefore(at(parent))) {
                break;
            }
            put(at(parent), place);
            place = parent;
        }
        put(task, place);
    }

    private void sink(Task task, int from) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && at(child + 1).isBefore(at(child))) {
                child++;
            }
            if (!at(child).isBefore(task)) {
                break;
            }
            put(at(child), place);
            place = child;
        }
        put(task, place);
    }

    private void put(Task task, int place) {
        heap[place] = task;
        task.place = place;
    }

    @SuppressWarnings("NullAway") // All places below the size are taken.
    private Task at(int place) {
        return heap[place];
    }
}
