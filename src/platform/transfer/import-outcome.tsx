import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import classes from './file-imports.module.css'
import type { FileImport } from './file-imports.ts'
import { saveReport } from './own-file-imports.web.ts'
import { RowTable } from './row-table.tsx'

export function Outcome({ one, resource }: { one: FileImport; resource: AnyResource }) {
  const { created, changed, unchanged, refused, rowsTotal, finishedAt } = one
  if (rowsTotal === 0) return null
  return (
    <>
      {finishedAt !== null && (
        <p className={classes['hint']}>
          {t('Ended {at}; its rows are kept until {until}.', {
            at: formatInstant(finishedAt),
            until: formatInstant(one.expiresAt),
          })}
        </p>
      )}
      <RowTable
        one={one}
        resource={resource}
        counts={[
          ['created', created],
          ['changed', changed],
          ['unchanged', unchanged],
          ['refused', refused],
        ]}
      />
      <div className={classes['buttons']}>
        <Reports one={one} />
      </div>
    </>
  )
}

export function Reports({ one }: { one: FileImport }) {
  const [saving, setSaving] = useState<'all' | 'refused' | null>(null)
  const save = async (which: 'all' | 'refused') => {
    setSaving(which)
    await saveReport(one, which === 'refused').catch(() => {})
    setSaving(null)
  }
  return (
    <>
      <Button variant="default" loading={saving === 'all'} onClick={() => void save('all')}>
        {t('Download report')}
      </Button>
      {one.refused > 0 && (
        <Button variant="default" loading={saving === 'refused'} onClick={() => void save('refused')}>
          {t('Download refused rows')}
        </Button>
      )}
    </>
  )
}
