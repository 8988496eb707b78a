import { t } from '../../kit/language.ts'
import type { LinkTarget } from '../../kit/link-marker.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { imageAddress } from '../images/images.ts'
import { recordsOf } from '../rich-text/marker-targets.ts'
import classes from './static-pages.module.css'
import { useTextParts } from './text-view.web.ts'

/** What readers will see, while it is being written. Links lead to what they are about in this console. */
export function BodyPreview({ title, html }: { title: string; html: string }) {
  return (
    <section className={classes['preview']} aria-label={t('Preview')}>
      <p className={classes['previewTitle']}>{title}</p>
      {html === '' ? <p className={classes['quiet']}>{t('There is no text yet.')}</p> : <StoredText html={html} />}
    </section>
  )
}

/** A stored text with its images and with its link markers as links. */
function StoredText({ html }: { html: string }) {
  const { TextView } = useTextParts()
  const paths = useRecordPaths()
  function addressOf(target: LinkTarget): string | null {
    const [record] = recordsOf(target)
    return record ? paths(record.resource, 'update', record.id) : null
  }
  return <div className={classes['text']}><TextView html={html} imageAddress={(id) => imageAddress({ id }, 640)} markerAddress={addressOf} /></div>
}
