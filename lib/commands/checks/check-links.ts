import { findImports } from './imports.ts'
import type { SourceFile } from './source-files.ts'

// Next's own links and forms fetch their page ahead, at once or under the pointer. Here a page is a read of patient
// data: it is logged under the person's name and asked of the partner, so it happens when somebody opens it.
const fetching = new Set(['next/link', 'next/link.js', 'next/form', 'next/form.js'])
const ahead = new RegExp(String.raw`\brouter\.pre${'fetch'}\(|\.pre${'fetch'}(Infinite)?Query\(|rel=["']pre${'fetch'}`)

/** Every place that links past components/ui/soft-link.tsx or fetches ahead, as lines for a person. */
export function checkLinks(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => [
      ...findImports(text)
        .filter((name) => fetching.has(name))
        .map((name) => `${path}: imports ${name}, which fetches pages ahead; use components/ui/soft-link.tsx`),
      ...(ahead.test(text) ? [`${path}: fetches what nobody has asked for yet`] : []),
    ])
}
