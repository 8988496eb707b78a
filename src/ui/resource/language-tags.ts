/** Languages that a field offers, as BCP 47 tags: those of the European Union, its neighbours, and most visitors from afar. */
export const languageTags = (
  'ar bg bs ca cs cy da de el en en-GB en-US es es-MX et eu fi fr fr-CA ga gl he hi hr hu id is it ja ko lb lt lv mk mt nb ' +
  'nl pl pt pt-BR ro ru sk sl sq sr sv th tr uk vi zh-Hans zh-Hant'
).split(' ')
