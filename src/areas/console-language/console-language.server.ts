import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { cookieText } from '../../kit/cookies.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { languageCookie } from '../../kit/language.server.ts'
import { chooseConsoleLanguage } from './console-language.ts'

const year = 365 * 24 * 60 * 60

/** Lets the browser know the language before anybody has signed in, and its documents before they ask anything. */
export function setLanguageCookie(reply: FastifyReply, language: string, isHttps: boolean): void {
  void reply.header('set-cookie', cookieText(languageCookie, language, { httpOnly: false, secure: isHttps, maxAge: year }))
}

/** What a member of staff has chosen; null leaves it to their browser. */
export async function chosenLanguage(db: Db, staffId: number): Promise<string | null> {
  const { rows: [row] } = await sql<{ language: string | null }>`select language from staff where id = ${staffId}`.execute(db)
  return row?.language ?? null
}

export function implementConsoleLanguage({ isHttps }: { isHttps: boolean }): Implementation {
  return implement(chooseConsoleLanguage, async ({ db, actor, input: { language }, reply, note }) => {
    const before = actor.id === null ? null : await chosenLanguage(db, actor.id)
    await sql`update staff set language = ${language} where id = ${actor.id}`.execute(db)
    note({ action: 'update', object: 'console-language', recordId: actor.id, title: actor.name, before: { language: before }, after: { language } })
    setLanguageCookie(reply, language, isHttps)
    return { language }
  })
}
