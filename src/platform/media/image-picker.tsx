import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Image } from './image-upload.web.ts'
import { imageAddress } from './image-address.ts'
import { images } from './images.ts'
import classes from './images.module.css'
import { UploadArea } from './upload-area.tsx'

const searchDelay = 200
const atOnce = 24

interface ImagePickerProps {
  onPick: (images: readonly Image[]) => void
  onClose: () => void
  isSingle?: boolean
}

/** Chooses from the library by looking, or brings a picture into it. */
export function ImagePicker({ onPick, onClose, isSingle = false }: ImagePickerProps) {
  const may = useMay()
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, searchDelay)
  const [shown, setShown] = useState(atOnce)
  const [chosen, setChosen] = useState<readonly Image[]>([])
  const { data, error, refetch } = useRows(images, {
    q,
    range: [0, shown - 1],
    sort: [{ field: 'createdAt', descending: true }],
  })
  const rows = data?.rows ?? []

  function finish(picked: readonly Image[]): void {
    onPick(picked)
    onClose()
  }
  function toggle(image: Image): void {
    if (isSingle) return finish([image])
    setChosen((before) =>
      before.some(({ id }) => id === image.id) ? before.filter(({ id }) => id !== image.id) : [...before, image],
    )
  }

  return (
    <Dialog title={isSingle ? t('Choose an image') : t('Choose images')} onClose={onClose} size={760}>
      <UploadArea
        isSingle={isSingle}
        isDisabled={!may('write', images.access.object)}
        onUploaded={(uploaded) => finish([...chosen, ...uploaded])}
      >
        <TextInput
          type="search"
          role="searchbox"
          aria-label={t('Search images')}
          placeholder={t('Search by name, words or credit')}
          value={search}
          data-autofocus
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setShown(atOnce)
          }}
        />
        {error && rows.length === 0 && <Failure error={error} onRetry={() => void refetch()} what={images.label[1]} />}
        {data && rows.length === 0 && (
          <p className={classes['hint']} role="status">
            {q === '' ? t('No images yet.') : t('No image matches.')}
          </p>
        )}
        <Choices rows={rows} chosen={isSingle ? null : chosen} onToggle={toggle} />
        {data && data.total > rows.length && (
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + atOnce)}>
            {t('Show more')}
          </Button>
        )}
      </UploadArea>
      {!isSingle && (
        <div className={classes['dialogEnd']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => finish(chosen)}>
            {t('{n, plural, =0 {Take images} one {Take # image} other {Take # images}}', { n: chosen.length })}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  rows: readonly Image[]
  /** Null where only one is chosen, which ends it. */
  chosen: readonly Image[] | null
  onToggle: (image: Image) => void
}

function Choices({ rows, chosen, onToggle }: ChoicesProps) {
  return (
    <div className={classes['choices']} role="group" aria-label={t('Images')}>
      {rows.map((image) => (
        <button
          key={image.id}
          type="button"
          className={classes['choice']}
          title={image.fileName}
          aria-pressed={chosen?.some(({ id }) => id === image.id)}
          onClick={() => onToggle(image)}
        >
          <img src={imageAddress(image, 'square')} alt={image.altText ?? ''} width={110} height={110} loading="lazy" />
          <span>{image.fileName}</span>
        </button>
      ))}
    </div>
  )
}
