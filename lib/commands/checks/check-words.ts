import type { SourceFile } from './source-files.ts'

// Assembled from halves, so that this file does not break its own rule.
const forbidden: [RegExp, string][] = [
  [
    new RegExp(String.raw`(?<![\w.])/${'wo'}rk/|/tmp/${'pl'}an|/ho${'me'}/\w+/|/Us${'ers'}/\w+/`),
    'a path of one machine',
  ],
  [new RegExp(String.raw`\b(TO${'DO'}|FIX${'ME'}|XX${'X'})\b`), 'unfinished work'],
  [new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}|(eslint|oxlint)-${'disable'}`), 'a switched-off check'],
  [new RegExp(String.raw`\b(test|it|describe)\.(${'sk'}ip|${'on'}ly|fix${'me'})\(`), 'a test that does not run'],
]

/** Every place that holds words which must not be handed over, as lines for a person. */
export function checkWords(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => !/\/testdata\//.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          forbidden.filter(([pattern]) => pattern.test(line)).map(([, what]) => `${path}:${index + 1}: ${what}`),
        ),
    )
}
