export const productStatuses = ['imported', 'mapped', 'live', 'suspended', 'retired'] as const

export type ProductStatus = (typeof productStatuses)[number]

export const suspensionReasons = ['supplier_off', 'quality', 'manual'] as const

export type SuspensionReason = (typeof suspensionReasons)[number]

export const suspensionLabels = { supplier_off: 'Off at the supplier', quality: 'Quality', manual: 'Manual' } as const
