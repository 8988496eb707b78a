import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useRovingFocus } from '../../ui/roving-focus.web.ts'
import { isAsked, ViewTabs } from './view-tabs.tsx'
import classes from './views-control.module.css'

const ViewsMenu = lazyScreen(async () => (await import('./views-menu.tsx')).ViewsMenu)

interface ViewsControlProps extends ViewsProps {
  /** The tabs, in place of the list as a whole and its views. */
  readonly Tabs?: ComponentType<ViewsProps>
  /** The list shows what one of those tabs names. */
  readonly isNamed?: boolean
}

/** Which view the list shows, whether it still does, and everything that can be done about views. */
export function ViewsControl({ Tabs = ViewTabs, isNamed = false, ...props }: ViewsControlProps) {
  const { resource, views, where, columns, questions = [] } = props
  const [route] = useRouteQuery()
  const question = questions.find((one) => isAsked(one, route))
  const roving = useRovingFocus<HTMLDivElement>()
  const { target, wasOpened, ...state } = usePopOut(ViewsMenu, 'menu')
  const { current, isModified, isPlain } = views
  const all = t('All {many}', { many: inSentence(t(resource.label[1])) })
  const label =
    current?.name ?? (isPlain ? all : question ? t(question.label) : isNamed ? t('Inbox') : t('Unsaved view'))
  const isUnnamed = current === null && !isPlain && !isNamed && !question
  return (
    <>
      <div className={classes['bar']} {...roving}>
        <Tabs {...props} />
        <button
          type="button"
          className={classes['button']}
          aria-label={isModified ? t('View: {label}, modified', { label }) : t('View: {label}', { label })}
          {...target}
        >
          <IconBookmark size={15} aria-hidden />
          {/* The tabs beside it name the view already. */}
          {isModified ? (
            <span className={classes['modified']}>{t('modified')}</span>
          ) : (
            <span className={classes['name']}>{isUnnamed ? label : t('View')}</span>
          )}
          <IconChevronDown size={14} aria-hidden />
        </button>
        {wasOpened && (
          <Suspense>
            <ViewsMenu {...state} {...{ resource, views, where, columns, all }} />
          </Suspense>
        )}
      </div>
      {views.lost.length > 0 && (
        <p className={classes['lost']} role="status">
          {t('This list no longer has {keys}, so this view ignores that.', {
            keys: views.lost.map((key) => `“${key}”`).join(', '),
          })}
        </p>
      )}
    </>
  )
}
