import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { encodingOf, textOf } from '../../platform/transfer/csv-reader.server.ts'
import type { FixtureInput } from './fixture.endpoints.ts'

/** The text of a file, whatever alphabet it is in: as the generic import reads it. */
export async function textOfFile({
  content,
  contentEncoding,
}: Pick<FixtureInput, 'content' | 'contentEncoding'>): Promise<{
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
}> {
  if (contentEncoding !== 'base64') return { text: content, encoding: 'utf-8' }
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content) throw invalid({ content: t('Send the file as Base64.') })
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  const encoding = await encodingOf(pieces)
  let text = ''
  for await (const piece of textOf(pieces, encoding)) text += piece
  return { text, encoding }
}
