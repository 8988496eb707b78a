/** From asking to the whole answer of the command palette's search, one call at a time as a person types. Bound: 100 ms. */
const bound = 100
const calls = 15

interface Purchase {
  readonly id: number
  readonly reference: string
  readonly customerName: string
  readonly title: string
}

/**
 * Lines of the report. The demo data is the same for the same size, and the searched records are in the middle of it.
 */
export async function measurePalette(url: string, token: string, email: string): Promise<string[]> {
  const headers = { 'x-token': token }
  const ask = async (path: string) => (await (await fetch(url + path, { headers })).json()) as unknown
  const [purchase] = (await ask(
    '/rest/data/purchases?range=[700,700]&fields=["id","reference","customerName","title"]',
  )) as Purchase[]
  const [coupon] = (await ask('/rest/data/coupons?range=[10,10]&fields=["id","code"]')) as { code: string }[]
  if (!purchase || !coupon) throw new Error('There is nothing to look for.')
  const sought = [
    ['reference', purchase.reference],
    ['id', String(purchase.id)],
    ['email', email],
    ['first and last name', purchase.customerName],
    ['title', purchase.title],
    ['code of a coupon', coupon.code],
    ['a frequent word', 'tour'],
    ['a word that nothing contains', 'quzzlefax'],
  ] as const
  const rows: string[] = []
  for (const [what, text] of sought) {
    const times: number[] = []
    for (let call = 0; call < calls; call++) {
      const started = performance.now()
      await ask(`/rest/data/search?${new URLSearchParams({ q: text }).toString()}`)
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    rows.push(`| ${what} | ${bound} | ${times[Math.floor(calls / 2)]?.toFixed(0)} | ${times.at(-1)?.toFixed(0)} |`)
  }
  return [
    '## The command palette',
    '',
    `Beside the largest number of purchases above: ${calls} calls each, one after the other, over HTTP.`,
    '',
    '| looked for | bound, ms | median, ms | worst, ms |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
}
