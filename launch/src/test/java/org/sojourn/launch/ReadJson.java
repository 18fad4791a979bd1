package org.sojourn.launch;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.util.Map;

/** Reads JSON as others do; it refuses what isn't. */
final class ReadJson {
    private ReadJson() {}

    static Map<String, Object> object(String json) {
        return ConfigFactory.parseString(json, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON))
                .root()
                .unwrapped();
    }
}
