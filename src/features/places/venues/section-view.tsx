import { t } from '../../../core/i18n/language.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { imageAddress } from '../../../platform/media/image-address.ts'
import { images } from '../../../platform/media/images.ts'
import type { Section } from './manifest.ts'
import classes from '../geo/places.module.css'

/** The view from a section, below the map it was chosen on. Renders nothing if there is no picture. */
export function SectionView({ section }: { section: Section | undefined }) {
  const may = useMay()
  const { name = '', viewImageId, viewImageUrl = null } = section ?? {}
  const isOurs = typeof viewImageId === 'number'
  if (isOurs ? !may('ui', images.access.object) : viewImageUrl === null) return null
  // A URL that the page cannot load a picture from is still a URL.
  return (
    <figure className={classes['view']}>
      {isOurs ? (
        <img src={imageAddress({ id: viewImageId }, 640)} alt={t('View from {name}', { name })} />
      ) : (
        viewImageUrl?.startsWith('https:') && (
          <img src={viewImageUrl} alt={t('View from {name}', { name })} referrerPolicy="no-referrer" />
        )
      )}
      <figcaption>
        {t('View from {name}', { name })}
        {!isOurs && viewImageUrl !== null && (
          <>
            {' '}
            ·{' '}
            <a href={viewImageUrl} target="_blank" rel="noreferrer">
              {t('Open the link')}
            </a>
          </>
        )}
      </figcaption>
    </figure>
  )
}
