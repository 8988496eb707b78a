import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const report = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))

/**
 * Writes sections into docs/benchmarks.md. A section starts with its heading ("## …") and replaces the one with the
 * same heading, or is added at the end. Sections under other headings, measured by another program or by hand, are left
 * alone.
 */
export async function writeSections(markdown: string): Promise<void> {
  const written = sectionsOf(markdown)
  const headings = new Set(written.map(headingOf))
  const kept = sectionsOf(await readFile(report, 'utf8'))
  const places = kept.map((section) => written.find((one) => headingOf(one) === headingOf(section)) ?? section)
  const there = new Set(kept.map(headingOf))
  const added = [...headings]
    .filter((heading) => !there.has(heading))
    .map((heading) => written.find((one) => headingOf(one) === heading) ?? '')
  await writeFile(report, `${[...places, ...added].map((section) => section.trim()).join('\n\n')}\n`)
}

function sectionsOf(markdown: string): readonly string[] {
  return markdown.split(/^(?=##? )/m).filter((section) => section.trim() !== '')
}

function headingOf(section: string): string {
  return /^.*/.exec(section)?.[0] ?? ''
}
