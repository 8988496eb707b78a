import { ActionIcon, Button } from '@mantine/core'
import { IconChevronsLeft, IconDownload, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Page } from '../../ui/resource/client.web.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { Empty } from '../../ui/resource/list-empty.tsx'
import { ListFrame, PageCommands } from '../../ui/resource/list-frame.tsx'
import { Pager } from '../../ui/resource/pagination.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { ColumnMenu } from '../../ui/data-grid/column-menu.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import { useGridLayout } from '../../ui/data-grid/use-grid-layout.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AuditChainPanel } from './audit-chain-panel.tsx'
import type { Entry } from './audit-columns.tsx'
import { auditColumns } from './audit-columns.tsx'
import { downloadAudit } from './audit-download.web.ts'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditState } from './audit-state.web.ts'
import { pageSize, useAuditState } from './audit-state.web.ts'
import { audit } from './audit.ts'

const AuditEntryDrawer = lazy(async () => ({ default: (await import('./audit-entry.tsx')).AuditEntryDrawer }))

/** Who did what, and who was refused what: everything that anyone did, newest first. */
export function AuditListScreen() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <FormSkeleton />
        </PageFrame>
      }
    >
      <AuditList />
    </Suspense>
  )
}

function AuditList() {
  const { screen } = usePage()
  const state = useAuditState()
  const resources = useResources()
  const byName = useMemo(() => new Map(resources.map((resource) => [resource.name, resource])), [resources])
  const columns = useMemo(() => auditColumns(byName), [byName])
  const layout = useGridLayout(screen, columns as readonly GridColumn<never>[])
  const { data, error, isFetching, isPlaceholderData, refetch } = useRows(audit, state.query)
  const rows = data?.rows

  return (
    <PageFrame
      actions={
        <Refresh isBusy={isFetching && !isPlaceholderData && data !== undefined} onRefresh={() => void refetch()} />
      }
    >
      <AuditChainPanel onOpen={state.openEntry} />
      <ListFrame
        tools={<AuditFilters state={state} byName={byName} />}
        endTools={
          <>
            <ExportEntries state={state} />
            <ColumnMenu columns={columns} layout={layout} />
          </>
        }
        foot={<Pages state={state} page={data} />}
      >
        <DataGrid
          name={screen}
          label={t('Audit')}
          columns={columns}
          layout={layout}
          rows={rows}
          rowId={({ id }) => String(id)}
          processing="server"
          busy={isFetching && isPlaceholderData}
          skeletonRows={25}
          error={
            error && !rows?.length ? (
              <Failure error={error} onRetry={() => void refetch()} what={t('Audit')} />
            ) : undefined
          }
          empty={<Empty resource={audit} isNarrowed={state.isNarrowed} onClear={state.clear} create={null} />}
          rowHref={({ id }) => state.addressOf(id)}
          onOpen={({ id }) => state.openEntry(id)}
          sort={state.sort}
          onSortChange={state.turnAround}
          current={state.open === null ? null : String(state.open)}
        />
      </ListFrame>
      {state.open !== null && (
        <Suspense>
          <AuditEntryDrawer
            id={state.open}
            byName={byName}
            rows={rows?.map(({ id }) => id) ?? []}
            onOpen={state.openEntry}
            onNarrow={state.setFilter}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Refresh({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  return (
    <PageCommands>
      <Button
        variant="default"
        leftSection={<IconRefresh size={15} aria-hidden />}
        loading={isBusy}
        onClick={onRefresh}
      >
        {t('Refresh')}
      </Button>
    </PageCommands>
  )
}

/** The entries as a file, where every list has its export. */
function ExportEntries({ state }: { state: AuditState }) {
  const may = useMay()
  const [isExporting, setExporting] = useState(false)
  if (!may('export', 'audit')) return null

  async function exportThem(): Promise<void> {
    setExporting(true)
    await downloadAudit(state).catch(() => {})
    setExporting(false)
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      loading={isExporting}
      onClick={() => void exportThem()}
    >
      {t('Export CSV')}
    </Button>
  )
}

/** Pages follow each other by the last entry of the one before, however many there are. */
function Pages({ state, page }: { state: AuditState; page: Page<Entry> | undefined }) {
  const rows = page?.rows ?? []
  const isFirst = state.cursor === ''
  const next = rows.length === pageSize ? (page?.nextCursor ?? null) : null
  const stretch = stretchOf(rows)
  const total = page && `${formatNumber(page.total)}${page.totalKind === 'capped' ? '+' : ''}`
  const counted =
    total === undefined
      ? ''
      : rows.length === 0
        ? t('No rows')
        : t('{stretch} of {total}', { stretch: `1–${formatNumber(rows.length)}`, total })
  return (
    <Pager
      range={isFirst ? counted : (stretch ?? t('No rows'))}
      note={isFirst ? stretch : undefined}
      previous={state.before === null ? null : state.goBack}
      next={next === null ? null : () => state.goOn(next)}
    >
      <ActionIcon aria-label={t('First page')} disabled={isFirst} onClick={state.goToStart}>
        <IconChevronsLeft size={17} aria-hidden />
      </ActionIcon>
    </Pager>
  )
}

/** From when to when some entries are; null when there are none. */
function stretchOf(rows: readonly Entry[]): string | null {
  const [from, to] = [rows[0]?.at, rows.at(-1)?.at].filter((at) => at !== undefined).sort()
  if (from === undefined || to === undefined) return null
  const [first, last] = [formatInstant(from), formatInstant(to)]
  return first === last ? first : t('{from} to {to}', { from: first, to: last })
}
