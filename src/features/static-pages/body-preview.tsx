import { t } from '../../core/i18n/language.ts'
import type { LinkTarget } from '../../core/resource/link-marker.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { imageAddress } from '../../platform/media/image-address.ts'
import { recordsOf } from '../../platform/rich-text/marker-targets.ts'
import classes from './static-pages.module.css'
import { RichTextView } from '../../platform/rich-text/rich-text-view.tsx'

/** What readers will see, while the text is being written. Links lead to their targets in this console. */
export function BodyPreview({ title, html }: { title: string; html: string }) {
  return (
    <section className={classes['preview']} aria-label={t('Preview')}>
      <p className={classes['previewTitle']}>{title}</p>
      {html === '' ? <p className={classes['quiet']}>{t('No text yet.')}</p> : <StoredText html={html} />}
    </section>
  )
}

/** A stored text with its images and with its link markers as links. */
function StoredText({ html }: { html: string }) {
  const paths = useRecordPaths()
  function addressOf(target: LinkTarget): string | null {
    const [record] = recordsOf(target)
    return record ? paths(record.resource, 'update', record.id) : null
  }
  return (
    <div className={classes['text']}>
      <RichTextView html={html} imageAddress={(id) => imageAddress({ id }, 640)} markerAddress={addressOf} />
    </div>
  )
}
