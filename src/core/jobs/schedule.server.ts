/** Moments of a cron expression. The reader of expressions is the queue's own, and loads when it is first needed. */
export interface Schedule {
  readonly cron: string
  readonly zone: string
}

/** When a job runs by itself, as it was built. */
export function scheduleOf({ cron }: { readonly cron?: string }): Schedule | null {
  return cron === undefined ? null : { cron, zone: 'UTC' }
}

export async function nextDue({ cron, zone }: Schedule, after: Date, count = 1): Promise<Date[]> {
  const { CronExpressionParser } = await import('cron-parser')
  const moments = CronExpressionParser.parse(cron, { currentDate: after, tz: zone })
  return Array.from({ length: count }, () => moments.next().toDate())
}

/** The last moment at or before one. */
export async function lastDue({ cron, zone }: Schedule, at: Date): Promise<Date> {
  const { CronExpressionParser } = await import('cron-parser')
  return CronExpressionParser.parse(cron, { currentDate: new Date(at.getTime() + 1), tz: zone })
    .prev()
    .toDate()
}
