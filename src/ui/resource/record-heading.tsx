import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { toast } from '../toast-store.web.ts'
import { cellOf } from './cells.tsx'
import type { AnyRecord } from './client.web.ts'
import { RecordVisitors } from './live-record.tsx'
import { useScreenParts } from './screen-parts.web.ts'

interface RecordPartProps {
  resource: AnyResource
  record: AnyRecord
}

/** Beside a record's name: a copy of it where it is a code that people pass on, its notes, and who else has it open. */
export function RecordMarks({ resource, record }: RecordPartProps) {
  const { NotesMark } = useScreenParts()
  const field = fieldOf(resource, resource.title)
  const name = record[resource.title]
  return (
    <>
      {field?.unique === true && typeof name === 'string' && <CopyButton text={name} />}
      <Suspense>
        <NotesMark of={resource} record={record} />
      </Suspense>
      <RecordVisitors />
    </>
  )
}

/** Copies what is written beside it. */
export function CopyButton({ text }: { text: string }) {
  return (
    <ActionIcon
      aria-label={t('Copy {text}', { text })}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => toast.success(t('{text} copied', { text })),
          () => toast.error(t('This browser does not let the page copy.')),
        )
      }
    >
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  )
}

/** A record's name as a table shows it. */
export function titleOf(resource: AnyResource, record: AnyRecord): ReactNode {
  const field = fieldOf(resource, resource.title)
  return field ? cellOf(resource.title, field, record) : String(record.id)
}
