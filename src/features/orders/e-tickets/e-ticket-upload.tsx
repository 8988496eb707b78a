import '@mantine/core/styles/Progress.layer.css'
import { Button, CloseButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { useFileDrop } from '../../../ui/file-drop.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import classes from './e-tickets.module.css'
import type { PdfUpload } from './use-pdf-uploads.web.ts'

interface UploadAreaProps {
  readonly uploads: readonly PdfUpload[]
  readonly start: (files: readonly File[]) => Promise<void>
  readonly dismiss: (key: number) => void
}

/** Takes PDFs that are dropped on it or chosen, and shows how far each is. */
export function UploadArea({ uploads, start, dismiss }: UploadAreaProps) {
  const input = useRef<HTMLInputElement>(null)
  const dropping = useFileDrop((files) => {
    const pdfs = files.filter(({ type, name }) => type === 'application/pdf' || /\.pdf$/i.test(name))
    if (pdfs.length < files.length) toast.warning(t('Only PDFs can be uploaded here.'))
    if (pdfs.length > 0) void start(pdfs)
  })
  return (
    <div className={classes['area']} {...dropping}>
      <div className={classes['areaLine']}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('Upload PDFs')}
        </Button>
        <span className={classes['quiet']}>{t('or drop them here. Each page becomes one e-ticket.')}</span>
        <input
          ref={input}
          type="file"
          accept="application/pdf"
          multiple
          hidden
          data-upload="true"
          onChange={(event) => {
            const files = Array.from(event.currentTarget.files ?? [])
            // The same file again is a new choice.
            event.currentTarget.value = ''
            void start(files)
          }}
        />
      </div>
      <ul className={classes['uploads']} aria-label={t('Uploads')} hidden={uploads.length === 0}>
        {uploads.map(({ key, name, share, error }) => (
          <li key={key}>
            <span className={classes['name']}>{name}</span>
            {error === null ? (
              <Progress
                value={share * 100}
                aria-label={share < 1 ? t('Uploading {name}', { name }) : t('Reading {name}', { name })}
                animated={share === 1}
                className={classes['bar'] ?? ''}
              />
            ) : (
              <>
                <span role="alert" className={classes['bad']}>
                  {error}
                </span>
                <CloseButton size="xs" aria-label={t('Dismiss')} onClick={() => dismiss(key)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
