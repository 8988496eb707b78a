import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { disguisedContent } from './pseudo-language.ts'
import { translatableFields } from './store/translatable.ts'
import classes from './translations.module.css'

/**
 * The stored texts as a language would have them that is 40 % longer and has accents on every letter: what is still plain
 * is written into a program and not into a text, and what no longer fits will not fit in German either.
 */
export function PseudoTexts({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const texts = translatableFields(resource).flatMap(([key, field]) => {
    const source = record[key]
    return typeof source === 'string' && source !== '' && key !== 'slug' ? [{ key, field, source }] : []
  })
  return (
    <section className={classes['editor']} aria-label={t('Texts in the pseudo-language')}>
      <p className={classes['fallback']}>
        {t(
          'Every letter has an accent and every text is 40 % longer, to show how translations fit. Nothing is stored.',
        )}
      </p>
      {texts.length === 0 && <p>{t('The record has no texts yet.')}</p>}
      {texts.map(({ key, field, source }) => {
        const text = disguisedContent(source)
        const most =
          'max' in field && typeof field.max === 'number' && !('format' in field && field.format === 'richText')
            ? field.max
            : null
        const over = most === null ? 0 : [...text].length - most
        return (
          <section key={key} className={classes['text']} aria-labelledby={`pseudo-${key}`}>
            <header>
              <h2 id={`pseudo-${key}`}>{labelOf(key, field)}</h2>
              {over > 0 && (
                <Chip tone="warn">
                  {t('{n, plural, one {# character} other {# characters}} too long', { n: over })}
                </Chip>
              )}
            </header>
            {blocksOf(text).map((block, place) => (
              <p key={place} lang="en-XA">
                {block}
              </p>
            ))}
          </section>
        )
      })}
    </section>
  )
}

/** Paragraphs as they are read, links as their words. */
function blocksOf(text: string): string[] {
  return text
    .split(/(?=<(?:p|h[234]|li)>)|\n+/)
    .map((block) =>
      plainOfRichText(
        parseLinkMarkers(block)
          .map(({ text: words }) => words)
          .join(''),
      ),
    )
    .filter((block) => block !== '')
}
