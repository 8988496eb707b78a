import '@mantine/core/styles/Progress.layer.css'
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { Image } from './image-upload.web.ts'
import { imageFilesIn } from './image-upload.web.ts'
import classes from './images.module.css'
import { useUploads } from './use-uploads.web.ts'

/** What every picker of files offers; the server looks at the content and not at this. */
const types = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface UploadAreaProps {
  onUploaded: (images: readonly Image[]) => void
  /** One file alone. */
  isSingle?: boolean
  isDisabled?: boolean
  /** The id of the button, to which a form's list of errors leads. */
  buttonId?: string
  /** More ways to add an image, next to the button. */
  actions?: ReactNode
  children?: ReactNode
}

/** Takes pictures that are dropped on it, pasted into it, or chosen, and shows how far each is. */
export function UploadArea({
  onUploaded,
  isSingle = false,
  isDisabled = false,
  buttonId,
  actions,
  children,
}: UploadAreaProps) {
  const uploads = useUploads(onUploaded)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const take = (files: readonly File[]) => uploads.start(isSingle ? files.slice(0, 1) : files)

  function takeFrom(data: DataTransfer | null): boolean {
    const files = imageFilesIn(data)
    if (isDisabled || !data || data.files.length === 0) return false
    if (files.length === 0) toast.warning(t('That isn’t a picture.'))
    void take(files)
    return true
  }

  return (
    <div
      className={classes['area']}
      data-over={isOver}
      onDragOver={(event) => {
        if (isDisabled || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (takeFrom(event.dataTransfer)) event.preventDefault()
      }}
      onPaste={(event) => {
        if (takeFrom(event.clipboardData)) event.preventDefault()
      }}
    >
      {children}
      {!isDisabled && (
        <div className={classes['areaActions']}>
          <Button
            id={buttonId}
            variant="default"
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {t('Upload')}
          </Button>
          {actions}
          <span className={classes['hint']}>{t('or drop or paste a picture here')}</span>
          <input
            ref={input}
            type="file"
            accept={types}
            multiple={!isSingle}
            hidden
            data-upload="true"
            onChange={(event) => {
              const files = Array.from(event.currentTarget.files ?? [])
              // The same file again is a new choice.
              event.currentTarget.value = ''
              void take(files)
            }}
          />
        </div>
      )}
      <UploadList uploads={uploads} />
    </div>
  )
}

/** How far each upload is, or why it failed. */
function UploadList({ uploads: { list, dismiss } }: { uploads: ReturnType<typeof useUploads> }) {
  return (
    <ul className={classes['uploads']} aria-label={t('Uploads')} hidden={list.length === 0}>
      {list.map(({ key, name, share, error }) => (
        <li key={key} role={error ? 'alert' : undefined}>
          <span className={classes['uploadName']}>{name}</span>
          {error === null ? (
            <Progress
              value={share * 100}
              aria-label={share < 1 ? t('Uploading {name}', { name }) : t('Preparing {name}', { name })}
              animated={share === 1}
              className={classes['bar'] ?? ''}
            />
          ) : (
            <span className={classes['uploadError']}>{error}</span>
          )}
          {error !== null && <CloseButton size="xs" aria-label={t('Dismiss')} onClick={() => dismiss(key)} />}
        </li>
      ))}
    </ul>
  )
}
