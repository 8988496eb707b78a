/** The ids under which a map of its own has the outline that its sections face. */
export const stageIds = { Stage: 'stage', Pitch: 'pitch', Court: 'court' } as const
export type StageLabel = keyof typeof stageIds

const labels = new Map(Object.entries(stageIds).map(([label, id]) => [id as string, label as StageLabel]))

export function stageLabelOf(id: string): StageLabel | null {
  return labels.get(id) ?? null
}
