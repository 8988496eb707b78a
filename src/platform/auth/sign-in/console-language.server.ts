import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { cookieText } from '../../../core/http/cookies.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { languageCookie } from '../../../core/http/language.server.ts'
import { chooseConsoleLanguage } from './console-language.ts'

const year = 365 * 24 * 60 * 60

/** Tells the browser the language before anyone has signed in, and its documents before they request anything. */
export function setLanguageCookie(reply: FastifyReply, language: string, isHttps: boolean): void {
  void reply.header(
    'set-cookie',
    cookieText(languageCookie, language, { httpOnly: false, secure: isHttps, maxAge: year }),
  )
}

/** The language that a staff member has chosen; null leaves it to their browser. */
export async function chosenLanguage(db: Db, staffId: number): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ language: string | null }>`select language from staff where id = ${staffId}`.execute(db)
  return row?.language ?? null
}

export function implementConsoleLanguage({ isHttps }: { isHttps: boolean }): Implementation {
  return implement(chooseConsoleLanguage, async ({ db, actor, input: { language }, reply, audit }) => {
    const before = actor.id === null ? null : await chosenLanguage(db, actor.id)
    await sql`update staff set language = ${language} where id = ${actor.id}`.execute(db)
    audit.record({
      action: 'update',
      object: 'console-language',
      recordId: actor.id,
      title: actor.name,
      before: { language: before },
      after: { language },
    })
    setLanguageCookie(reply, language, isHttps)
    return { language }
  })
}
