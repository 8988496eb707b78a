import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { ReassignButton } from '../../platform/references/reassign-button.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { AuthorPagesPanel } from './author-pages-panel.tsx'
import { reassignBylines } from './author.endpoints.ts'
import { authors } from './authors.ts'

export function AuthorFormScreen() {
  const may = useMay()
  return (
    <FormScreen
      of={authors}
      aside={(record) => <AuthorPagesPanel author={record} />}
      {...(may('write', 'authors') && {
        actions: (record: AnyRecord) =>
          Number(record['pageCount']) > 0 && (
            <ReassignButton
              record={record}
              of={authors}
              command={reassignBylines}
              label={t('Move bylines…')}
              said={(count) => t('{n, plural, one {# byline moved} other {# bylines moved}}', { n: count })}
            />
          ),
      })}
    />
  )
}
