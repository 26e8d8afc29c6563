import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** The type checker finds wrong types; this finds what it does not: forgotten promises, leftovers, surprises. */
export default tseslint.config(
  {
    ignores: [
      "build/",
      "extensions/*/dist/",
      "node_modules/",
      ".data/",
      ".cache/",
      "coverage/",
      "**/*.generated.ts",
      "prisma/client/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ["**/*.ts", "**/*.tsx"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false, returns: false } }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // A record without its key: `delete copy[key]` is the plain way to say it.
      "@typescript-eslint/no-dynamic-delete": "off",
      // Bull, Express and the stand-ins have callbacks that return nothing on purpose: `() => undefined` and `void`.
      "@typescript-eslint/no-invalid-void-type": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "off",
      "no-control-regex": "off",
    },
  },
  {
    files: ["**/*.test.*", "**/*.testing.ts"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  { files: ["app/**/*.{ts,tsx}"], ignores: ["**/*.test.*"], rules: { "no-console": "error" } },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/config/env.server.ts", "**/*.test.*"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only app/config/env.server.ts reads it." },
      ],
    },
  },
  {
    files: ["app/components/**/*.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@shopify/polaris",
          importNames: ["Form"],
          message: "components/common/form.tsx: it takes no input before the page has hydrated.",
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: [
      "app/orders/provider-reader/**",
      "app/print-service/**",
      // It passes every call on.
      "app/composition/print-service-by-kind.ts",
      "**/*.test.*",
      "**/*.testing.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name=/^(list|listAll|detail)$/]",
          message:
            "Only app/orders/provider-reader reads the print service's orders: its types say what a reading proves.",
        },
      ],
    },
  },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: { globals: { process: "readonly", console: "readonly", URL: "readonly", module: "writable" } },
  },
);
