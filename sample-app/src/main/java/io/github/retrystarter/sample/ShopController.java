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
package io.github.retrystarter.sample;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClientException;

import io.github.retrystarter.sample.upstream.FlakyUpstream;
import io.github.retrystarter.sample.upstream.LoggedRequest;
import io.github.retrystarter.sample.upstream.Script;

/** Triggers a call of the shop with the script that the upstream is to follow, and shows what the upstream saw. */
@RestController
class ShopController {

    private final ShopService shop;
    private final FlakyUpstream upstream;
    private final GiveUpReasons reasons;

    ShopController(ShopService shop, FlakyUpstream upstream, GiveUpReasons reasons) {
        this.shop = shop;
        this.upstream = upstream;
        this.reasons = reasons;
    }

    @GetMapping("/payments/{scenario}")
    ResponseEntity<CallReport> payments(@PathVariable String scenario, @RequestParam Map<String, String> parameters) {
        return report(Script.of(scenario, parameters), shop::charge);
    }

    @GetMapping("/partner-api/{scenario}")
    ResponseEntity<CallReport> partnerApi(@PathVariable String scenario, @RequestParam Map<String, String> parameters) {
        return report(Script.of(scenario, parameters), shop::fetchPrices);
    }

    @GetMapping("/suggestions/{scenario}")
    ResponseEntity<CallReport> suggestions(
            @PathVariable String scenario, @RequestParam Map<String, String> parameters) {
        return report(Script.of(scenario, parameters), shop::suggest);
    }

    @GetMapping("/upstream/requests/{key}")
    List<LoggedRequest> requests(@PathVariable String key) {
        return upstream.requests(key);
    }

    private ResponseEntity<CallReport> report(Script script, Function<Script, String> call) {
        try {
            call.apply(script);
        } catch (RestClientException failure) {
            return ResponseEntity.status(HttpStatus.BAD_GATEWAY)
                    .body(CallReport.gaveUp(reasons.take(), script.key(), upstream.requests(script.key())));
        }
        return ResponseEntity.ok(CallReport.success(script.key(), upstream.requests(script.key())));
    }
}
