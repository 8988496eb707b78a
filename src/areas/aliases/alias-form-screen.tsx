import { lazy, Suspense } from 'react'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useMay } from '../../kit/session.web.ts'
import classes from './aliases.module.css'
import { aliases } from './aliases.ts'

const MembersPanel = lazy(async () => ({ default: (await import('./members-panel.tsx')).MembersPanel }))
const SupplierDuelPanel = lazy(async () => ({ default: (await import('./supplier-duel-panel.tsx')).SupplierDuelPanel }))
const LinksPanel = lazy(async () => ({ default: (await import('./links-panel.tsx')).LinksPanel }))
const PerformancePanel = lazy(async () => ({ default: (await import('./performance-panel.tsx')).PerformancePanel }))

/** That a text was reviewed, and which page stands for it, is not true of its copy. */
const anew = ['reviewedOn', 'canonicalId'] as const

export function AliasFormScreen() {
  const mayRead = useMay()('ui', 'products')
  return (
    <FormScreen of={aliases} anew={anew} below={(record) => (
      <>
        {mayRead ? <Panels record={record} /> : <Unseen />}
        <Suspense><LinksPanel key={record.version} alias={record} /></Suspense>
      </>
    )} />
  )
}

function Panels({ record }: { record: AnyRecord }) {
  const maySeeSales = useMay()('ui', 'purchases')
  return (
    <Suspense>
      <MembersPanel alias={record} />
      <SupplierDuelPanel alias={record} />
      {maySeeSales && <PerformancePanel alias={record} />}
    </Suspense>
  )
}

function Unseen() {
  return <p className={classes['note']}>{t('Its products are shown to those who may see products.')}</p>
}
