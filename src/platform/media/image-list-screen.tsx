import { Button } from '@mantine/core'
import { IconLayoutGrid, IconList, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { fileSize } from './file-size.ts'
import { imageAddress } from './image-address.ts'
import { images } from './images.ts'
import classes from './image-list.module.css'

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))

const versionOf = ({ id, version }: AnyRecord) => ({ id, version })

/** A small picture without alternative text: the name is next to it. */
function NameCell(record: AnyRecord) {
  return (
    <span className={classes['name']}>
      <img src={imageAddress(versionOf(record), 'square')} alt="" width={24} height={24} loading="lazy" />
      {String(record['fileName'])}
    </span>
  )
}
const cells = { fileName: NameCell, bytes: ({ bytes }: AnyRecord) => fileSize(Number(bytes)) }
const widths = { fileName: 220 }

/** The usual filters for maintaining a library. */
const questions = [
  { label: msg('Without alternative text'), filter: { altText: { empty: true } } },
  { label: msg('Not in use'), filter: { isUsed: false } },
  { label: msg('Over 2 MB'), filter: { bytes: { gt: 2 * 1024 * 1024 } } },
] as const

export function ImageListScreen() {
  const { mayWrite } = usePage()
  const [{ layout }, patch] = useRouteQuery()
  const [isUploading, setUploading] = useState(false)
  const isList = layout === 'list'
  return (
    <>
      <ListScreen
        questions={questions}
        of={images}
        cells={cells}
        widths={widths}
        instead={isList ? undefined : cards}
        actions={
          <>
            <Button
              variant="default"
              leftSection={isList ? <IconLayoutGrid size={15} aria-hidden /> : <IconList size={15} aria-hidden />}
              onClick={() => patch({ layout: isList ? null : 'list' })}
            >
              {isList ? t('Show as pictures') : t('Show as a list')}
            </Button>
            {mayWrite && (
              <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => setUploading(true)}>
                {t('Upload images')}
              </Button>
            )}
          </>
        }
      />
      {isUploading && (
        <Suspense>
          <UploadDialog onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}

const cards = (rows: readonly AnyRecord[]) => <Cards rows={rows} />

function Cards({ rows }: { rows: readonly AnyRecord[] }) {
  const paths = useRecordPaths()
  return (
    <ul className={classes['cards']} aria-label={t('Images')}>
      {rows.map((image) => {
        const { id, fileName, altText, isUsed, bytes, width, height } = image
        return (
          <li key={id}>
            <a href={paths(images.name, 'update', id) ?? undefined}>
              <img src={imageAddress(versionOf(image), 'square')} alt="" width={320} height={320} loading="lazy" />
              <strong>{String(fileName)}</strong>
            </a>
            <p>
              {altText === null ? <span className={classes['lack']}>{t('No alternative text')}</span> : String(altText)}
            </p>
            <p className={classes['facts']}>
              {String(width)} × {String(height)} · {fileSize(Number(bytes))} · {isUsed ? t('in use') : t('not in use')}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
