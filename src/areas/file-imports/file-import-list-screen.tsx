import { Suspense } from 'react'
import { formatInstant } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { useResources } from '../../kit/screens/resources.tsx'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { rich } from '../../ui/rich.tsx'
import classes from './file-imports.module.css'
import type { FileImport } from './file-imports.ts'
import { importPath } from './import-paths.ts'
import { stateWords } from './import-words.ts'
import { useOwnImports } from './own-file-imports.web.ts'

/** The files that one has imported in the last days, or begun to. */
export function FileImportListScreen() {
  return <PageFrame><Suspense fallback={<FormSkeleton />}><OwnImports /></Suspense></PageFrame>
}

function OwnImports() {
  const resources = useResources()
  const { data, error, refetch } = useOwnImports()
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('File imports')} />
  if (!data) return <FormSkeleton />
  if (data.length === 0) {
    return <p className={classes['hint']}>{t('You have imported no file in the last seven days. To begin, choose Import above a list.')}</p>
  }
  return (
    <ul className={classes['list']} aria-label={t('File imports')}>
      {data.map((one) => <Item key={one.id} one={one} resource={resources.find(({ name }) => name === one.resource)} />)}
    </ul>
  )
}

function Item({ one, resource }: { one: FileImport; resource: AnyResource | undefined }) {
  return (
    <li className={classes['item']} data-state={one.state}>
      <div className={classes['what']}>
        <h2><a className={classes['link']} href={importPath(one.id)}><bdi>{one.fileName}</bdi></a></h2>
        <p className={classes['hint']}>{resource ? t(resource.label[1]) : one.resource}. {stateWords(one)}</p>
        <p className={classes['hint']}>{rich('Uploaded {at}.', { at: <time dateTime={one.createdAt}>{formatInstant(one.createdAt)}</time> })}</p>
      </div>
    </li>
  )
}
