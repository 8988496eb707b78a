import type { FastifyRequest } from 'fastify'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { fallbackChain } from '../../platform/translations/store/translatable.ts'
import type { SiteLocale } from '../../platform/translations/store/translation-store.server.ts'
import { defaultOf, siteLocales } from '../../platform/translations/store/translation-store.server.ts'

/** The language of an answer. */
export interface AnswerLocale {
  readonly code: string
  readonly isDefault: boolean
  /** Where texts are looked for before the default, the language itself first. */
  readonly chain: readonly string[]
  /** Those of the chain that publish what a machine translated. */
  readonly machine: readonly string[]
  /** The default, in which what is kept with the records is written. */
  readonly standard: string
}

/** For how long an instance goes by the languages that it has read, in milliseconds. */
const keptMs = 10_000

/** The languages of the site, read again when they are ten seconds old. */
export function createLocaleBook(db: Db, now: () => number = Date.now): () => Promise<readonly SiteLocale[]> {
  let known: Promise<readonly SiteLocale[]> | null = null
  let readAt = 0
  return async function locales() {
    if (known === null || now() - readAt > keptMs) {
      readAt = now()
      known = siteLocales(db)
      void known.catch(() => {
        known = null
      })
    }
    return await known
  }
}

/**
 * Which language is answered in: the one that the address names, else the first of Accept-Language that the site has, either
 * shortened step by step until the site has it (RFC 4647, lookup), else the default.
 *
 * @throws Refusal 422 where the address names one of a language that the site does not have at all
 */
export function answerLocale(
  locales: readonly SiteLocale[],
  named: string | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): AnswerLocale {
  const standard = defaultOf(locales).code
  const code =
    named === undefined ? (acceptedOf(locales, headers['accept-language']) ?? standard) : namedOf(locales, named)
  const chain = fallbackChain(code, locales)
  const end = chain.indexOf(standard)
  const before = end === -1 ? chain : chain.slice(0, end)
  const machine = before.filter((one) => locales.find((locale) => locale.code === one)?.publishesMachineTexts)
  return { code, isDefault: code === standard, chain: before, machine, standard }
}

/** The tag or what is left of it when it is shortened from its end, as far as the site has it: `es` for `es-MX`. */
function lookup(locales: readonly SiteLocale[], tag: string): string | undefined {
  for (let wanted = tag.toLowerCase(); wanted !== ''; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('-')))) {
    const found = locales.find(({ code }) => code.toLowerCase() === wanted)
    if (found) return found.code
  }
  return undefined
}

function namedOf(locales: readonly SiteLocale[], named: string): string {
  const found = lookup(locales, named)
  if (found !== undefined) return found
  throw invalid({
    locale: t('{locale} is not a language of the site. It has {known}.', {
      locale: named,
      known: locales.map(({ code }) => code).join(', '),
    }),
  })
}

/** Ranges beyond these are noise. */
const rangesRead = 20

function acceptedOf(locales: readonly SiteLocale[], header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const ranges = header
    .slice(0, 500)
    .split(',')
    .slice(0, rangesRead)
    .flatMap((part) => {
      const [, tag = '', weight = '1'] =
        /^\s*([A-Za-z0-9-]{1,35}|\*)\s*(?:;\s*q=([01](?:\.[0-9]{1,3})?)\s*)?$/.exec(part) ?? []
      return tag === '' || tag === '*' || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }]
    })
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranges) {
    const found = lookup(locales, tag)
    if (found !== undefined) return found
  }
  return undefined
}
