import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { OwnWorkList, OwnWorkPage } from '../../ui/resource/own-work-list.tsx'
import { rich } from '../../ui/rich.tsx'
import classes from './file-imports.module.css'
import type { FileImport } from './file-imports.ts'
import { importPath } from './import-paths.ts'
import { stateWords } from './import-labels.ts'
import { useOwnImports } from './own-file-imports.web.ts'

/** The files that one has imported in the last days, or begun to. */
export function FileImportListScreen() {
  return (
    <OwnWorkPage>
      <OwnImports />
    </OwnWorkPage>
  )
}

function OwnImports() {
  return (
    <OwnWorkList
      title={t('File imports')}
      query={useOwnImports()}
      empty={t('No imports in the last 7 days. Choose Import above a list.')}
      item={(one, resource) => <Item one={one} resource={resource} />}
    />
  )
}

function Item({ one, resource }: { one: FileImport; resource: AnyResource | undefined }) {
  return (
    <div>
      <h2>
        <a className={classes['link']} href={importPath(one.id)}>
          <bdi>{one.fileName}</bdi>
        </a>
      </h2>
      <p className={classes['hint']}>
        {resource ? t(resource.label[1]) : one.resource}. {stateWords(one)}
      </p>
      <p className={classes['hint']}>
        {rich('Uploaded {at}.', { at: <time dateTime={one.createdAt}>{formatInstant(one.createdAt)}</time> })}
      </p>
    </div>
  )
}
