import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { CompletenessMatrix } from './completeness-matrix.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { readCompleteness } from './queue.endpoints.ts'
import { useQueueState } from './queue-state.web.ts'
import { TranslationQueue } from './translation-queue.tsx'

const RecordTexts = lazy(async () => ({ default: (await import('./record-texts.tsx')).RecordTexts }))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** Translation progress of the site by language, the queue of texts to translate next, and their editor. */
export function TranslationListScreen() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <FormSkeleton />
        </PageFrame>
      }
    >
      <Translations />
    </Suspense>
  )
}

function Translations() {
  const { mayWrite } = usePage()
  const mayExport = useMay()('export', 'translations')
  const state = useQueueState()
  const { data, error, refetch } = useAnswer(readCompleteness)
  const [isImporting, setImporting] = useState(false)
  if (state.open !== null)
    return (
      <PageFrame>
        <Suspense fallback={<FormSkeleton />}>
          <RecordTexts state={state} />
        </Suspense>
      </PageFrame>
    )
  return (
    <PageFrame
      actions={
        <>
          {data && mayExport && <DownloadButtons state={state} locales={data.locales} />}
          {mayWrite && (
            <Button
              variant="default"
              leftSection={<IconUpload size={15} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t('Import…')}
            </Button>
          )}
        </>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Completeness')} />}
      {!data && !error && <FormSkeleton />}
      {data && data.locales.length === 0 && (
        <p>{t('The site has only one language, so there is nothing to translate. Add a language first.')}</p>
      )}
      {data && data.locales.length > 0 && (
        <>
          <CompletenessMatrix counted={data} state={state} />
          <TranslationQueue counted={data} state={state} onChanged={() => void refetch()} />
        </>
      )}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} onDone={() => void refetch()} />
        </Suspense>
      )}
    </PageFrame>
  )
}
