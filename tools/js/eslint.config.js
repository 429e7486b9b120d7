// Faults that ESLint finds in the scripts of the site.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "eqeqeq": "error",
      "max-len": ["error", { code: 190, ignoreUrls: true }],
      "max-lines": ["error", 400],
      "no-var": "error",
      "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^event$" }],
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  {
    files: ["**/companion-worker.js"],
    languageOptions: { globals: globals.serviceworker },
  },
];
