import { t } from '../core/i18n/language.ts'
import classes from './search-preview.module.css'

export interface SearchPreviewProps {
  readonly title: string
  readonly description: string
  /** With the site's own address before it, where that is known. */
  readonly address: string
}

/** CSS pixels that Google gives a title (Arial 20) and two lines of a description (Arial 14) on a wide screen, as measured by practitioners in 2024. */
const searchWidths = {
  title: { most: 580, least: 200, font: '20px Arial, sans-serif' },
  description: { most: 920, least: 400, font: '14px Arial, sans-serif' },
} as const

/** A search engine's preview of a page, and how much of the space that it gives is used. */
export function SearchPreview({ title, description, address }: SearchPreviewProps) {
  return (
    <section className={classes['box']} data-wide="true" aria-label={t('Search result')}>
      <h3>{t('As a search result')}</h3>
      <div className={classes['result']}>
        <p className={classes['address']}>
          <code>{breadcrumbs(address)}</code>
        </p>
        <p className={classes['title']}>{title}</p>
        <p className={classes['description']}>
          {description === '' ? t('If empty, search engines pick a snippet from the page.') : description}
        </p>
      </div>
      <ul className={classes['widths']}>
        <Width label={t('Title')} text={title} {...searchWidths.title} />
        <Width label={t('Description')} text={description} {...searchWidths.description} />
      </ul>
    </section>
  )
}

interface WidthProps {
  readonly label: string
  readonly text: string
  readonly most: number
  readonly least: number
  readonly font: string
}

function Width({ label, text, most, least, font }: WidthProps) {
  const width = widthOf(text, font)
  const fit = width > most ? 'long' : width < least ? 'short' : 'good'
  return (
    <li>
      <span className={classes['bar']} data-fit={fit} aria-hidden>
        <span style={{ inlineSize: `${Math.min(100, Math.round((width * 100) / most))}%` }} />
      </span>
      <span>{t('{label}: {width} of {most} pixels', { label, width, most })}</span>
      <span className={classes['soft']}>
        {fit === 'long'
          ? t('Cut off at the end')
          : text === ''
            ? t('Empty')
            : fit === 'short'
              ? t('Could be longer')
              : t('Good length')}
      </span>
    </li>
  )
}

let canvas: CanvasRenderingContext2D | null = null

/** In whole CSS pixels, as the browser sets it. */
function widthOf(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return Math.ceil(canvas.measureText(text).width)
}

function breadcrumbs(address: string): string {
  const [, host = '', path = ''] = /^(https?:\/\/[^/]+)?(.*)$/.exec(address) ?? []
  return [host, ...path.split('/').filter((part) => part !== '')].filter((part) => part !== '').join(' › ')
}
