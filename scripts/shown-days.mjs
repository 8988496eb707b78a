import { withoutComments } from './source-text.mjs'

/** Where the zone is chosen. */
const DAY_OF_AN_INSTANT = 'src/core/i18n/formats.ts'
const CUT = /\b(formatDate|formatDay)\(\s*((?:[^();]|\((?:[^()]|\([^()]*\))*\))*?)\.(?:slice|substring)\(0, 10\)/g

/** The first ten letters of an instant are UTC's day, and often not the day of anyone who reads it. */
export function* shownDayFaults(files) {
  for (const [path, text] of files) {
    if (!/^src\/.*\.tsx?$/.test(path) || path === DAY_OF_AN_INSTANT || /\.test\.tsx?$/.test(path)) continue
    for (const [, name, of] of withoutComments(text).matchAll(CUT))
      yield `${path} shows UTC's day in ${name}(${of.trim()}.slice(0, 10)): call formatDayOf, which takes a zone`
  }
}
