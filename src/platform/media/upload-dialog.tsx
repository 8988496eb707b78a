import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Image } from './image-upload.web.ts'
import { imageAddress } from './image-address.ts'
import { images } from './images.ts'
import classes from './images.module.css'
import { UploadArea } from './upload-area.tsx'

/** Uploads any number of pictures to the library; an existing picture is shown instead of being stored twice. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const paths = useRecordPaths()
  const [done, setDone] = useState<readonly Image[]>([])
  return (
    <Dialog title={t('Upload images')} onClose={onClose}>
      <UploadArea
        onUploaded={(found) =>
          setDone((before) => [...new Map([...before, ...found].map((image) => [image.id, image])).values()])
        }
      >
        <p className={classes['hint']}>
          {t('JPEG, PNG, WebP, AVIF or a still GIF of up to 20 MB. Location and other metadata are removed.')}
        </p>
        <ul className={classes['choices']} aria-label={t('Uploaded')}>
          {done.map((image) => (
            <li key={image.id} className={classes['choice']}>
              <img src={imageAddress(image, 'square')} alt={image.altText ?? ''} width={110} height={110} />
              <a href={paths(images.name, 'update', image.id) ?? undefined}>{image.fileName}</a>
            </li>
          ))}
        </ul>
      </UploadArea>
      <p role="status" className="visually-hidden">
        {done.length > 0 && t('{n, plural, one {# image} other {# images}} uploaded', { n: done.length })}
      </p>
      <div className={classes['dialogEnd']}>
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </Dialog>
  )
}
