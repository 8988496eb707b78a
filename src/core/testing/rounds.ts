// A proof that takes luck is tried several times: so often in a normal run, and as often as is said in
// `npm run torture -- --rounds N`.

const { process } = globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }
const wanted = Number(process?.env['TORTURE_ROUNDS'] ?? 0)

/** Whether this is `npm run torture`, in which samples give way to everything. */
export const isTorture = wanted > 0

export const rounds = {
  /** A process that writes is killed, and what it was promised is looked for. */
  kills: wanted || 3,
  /** Several people do things at the same moment that only one of them can do. */
  races: wanted || 50,
  /** Commands and news in an order that is drawn, with every sum looked at after each. */
  sequences: wanted || 60,
  /** Answers that a page waits for come in an order that is drawn. */
  orders: wanted || 1,
  /** A person types at random while the server is slow. */
  typing: wanted || 3,
} as const
