import { t } from '../../kit/language.ts'
import { useMay } from '../../kit/session.web.ts'
import { imageAddress, images } from '../images/images.ts'
import type { Section } from './manifest.ts'
import classes from './places.module.css'

/** What one sees from a section, below the map that it was chosen on. Nothing where nobody has given a picture. */
export function SectionView({ section }: { section: Section | undefined }) {
  const may = useMay()
  const { name = '', viewImageId, viewImageUrl = null } = section ?? {}
  const isOurs = typeof viewImageId === 'number'
  if (isOurs ? !may('ui', images.access.object) : viewImageUrl === null) return null
  // An address that the page may not load a picture from is still an address.
  return (
    <figure className={classes['view']}>
      {isOurs ? <img src={imageAddress({ id: viewImageId }, 640)} alt={t('View from {name}', { name })} /> : viewImageUrl?.startsWith('https:') && <img src={viewImageUrl} alt={t('View from {name}', { name })} referrerPolicy="no-referrer" />}
      <figcaption>{t('View from {name}', { name })}{!isOurs && viewImageUrl !== null && <> · <a href={viewImageUrl} target="_blank" rel="noreferrer">{t('Open the address')}</a></>}</figcaption>
    </figure>
  )
}
