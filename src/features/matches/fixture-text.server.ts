import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { textOfBase64 } from '../../platform/transfer/csv-reader.server.ts'
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
  const file = await textOfBase64(content)
  if (!file) throw invalid({ content: t('Send the file as Base64.') })
  return file
}
