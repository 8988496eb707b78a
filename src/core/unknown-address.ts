/** The address of a caller whose address is unknown. No range and no network contains it. */
export const unknownAddress = 'unknown'
