/** Objects as a file with its table of where each begins. */
export function assembled(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const starts: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    starts.push(at)
    at += part.length
    parts.push(part)
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
