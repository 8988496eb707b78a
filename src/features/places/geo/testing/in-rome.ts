/** Where all venues of the samples are. */
export const inRome = (n: number) => ({
  latitude: Number((41.9 + (n % 50) / 1_000).toFixed(3)),
  longitude: 12.5,
  timeZone: 'Europe/Rome',
})
