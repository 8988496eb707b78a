/** Texts for the page of a country, in English and in Spanish; null if not translated yet. */
export const countryTexts: Readonly<Record<string, readonly [en: string, es: string | null]>> = {
  AE: [
    'Towers to look down from, deserts to drive through and evenings by the water: book the famous decks ahead, above all in winter.',
    'Torres desde las que mirar, desiertos que recorrer y noches junto al agua: reserva con tiempo los miradores famosos, sobre todo en invierno.',
  ],
  AR: [
    'Tango and football in Buenos Aires, wine at the foot of the Andes and waterfalls in the north.',
    'Tango y fútbol en Buenos Aires, vino al pie de los Andes y cataratas en el norte.',
  ],
  AT: [
    'Imperial palaces, concert halls that the world looks up to, and mountains an hour from every city.',
    'Palacios imperiales, salas de conciertos que el mundo admira y montañas a una hora de cada ciudad.',
  ],
  AU: [
    'Harbours, stadiums and reefs, and distances that make a booking ahead worth its while.',
    'Puertos, estadios y arrecifes, y distancias que hacen que merezca la pena reservar.',
  ],
  BR: [
    'Samba, football and beaches, and a carnival for which places go months before.',
    'Samba, fútbol y playas, y un carnaval cuyas plazas se agotan meses antes.',
  ],
  CA: [
    'Ice hockey in winter, festivals in summer, and nature at the end of every road.',
    'Hockey sobre hielo en invierno, festivales en verano y naturaleza al final de cada carretera.',
  ],
  CH: [
    'Lakes and railways that climb to the snow, and cities that are easily seen on foot.',
    'Lagos y trenes que suben hasta la nieve, y ciudades que se recorren fácilmente a pie.',
  ],
  CL: [
    'From the driest desert to the glaciers of the south, with Santiago and its vineyards in between.',
    'Del desierto más seco a los glaciares del sur, con Santiago y sus viñedos en medio.',
  ],
  CO: [
    'Colonial towns by the Caribbean, coffee hills, and cities that dance.',
    'Ciudades coloniales junto al Caribe, colinas de café y ciudades que bailan.',
  ],
  CZ: [
    'A castle above a river, concerts in churches, and some of the best beer in the world.',
    'Un castillo sobre un río, conciertos en iglesias y una de las mejores cervezas del mundo.',
  ],
  DE: [
    'Museums, football and nights that end in the morning; castles and Christmas markets besides.',
    'Museos, fútbol y noches que acaban por la mañana; además, castillos y mercados de Navidad.',
  ],
  DK: [
    'Old amusement parks, new kitchens and harbours clean enough to swim in.',
    'Parques de atracciones antiguos, cocinas nuevas y puertos en los que se puede nadar.',
  ],
  EG: [
    'Pyramids, temples and the Nile: go early in the day, with somebody who can read the walls.',
    'Pirámides, templos y el Nilo: ve temprano y con alguien que sepa leer las paredes.',
  ],
  ES: [
    'Flamenco and football, museums of the first rank and dinners that begin at ten. The famous sights sell by the hour, so reserve yours.',
    'Flamenco y fútbol, museos de primera y cenas que empiezan a las diez. Los lugares más visitados se venden por horas: reserva la tuya.',
  ],
  FR: [
    'Towers, palaces and paintings that everybody knows, and a good table never far away.',
    'Torres, palacios y cuadros que todo el mundo conoce, y una buena mesa nunca muy lejos.',
  ],
  GB: [
    'Musicals, stadiums and museums that cost nothing; castles and coasts by train.',
    'Musicales, estadios y museos gratuitos; castillos y costas en tren.',
  ],
  GR: [
    'Temples on hills, islands beyond the harbour, and plays on stages that are older than the plays.',
    'Templos en las colinas, islas más allá del puerto y teatro en escenarios más antiguos que las obras.',
  ],
  HK: [
    'A harbour between mountains, seen at its best from a peak, a tram or a ferry.',
    'Un puerto entre montañas que se ve mejor desde un pico, un tranvía o un ferri.',
  ],
  HU: [
    'Baths, bridges and an opera house, with a river that is loveliest after dark.',
    'Baños, puentes y una ópera, con un río que está más hermoso de noche.',
  ],
  ID: ['Temples, volcanoes and waves, on more islands than anybody could visit.', null],
  IE: [
    'Music in every other house, cliffs in the west, and a stout to end the tour with.',
    'Música casi en cada casa, acantilados en el oeste y una cerveza negra para acabar la visita.',
  ],
  IN: [
    'Palaces, trains and kitchens: a country to see with a guide, and to come back to.',
    'Palacios, trenes y cocinas: un país para ver con guía y para volver.',
  ],
  IS: [
    'Glaciers, hot springs and northern lights, most of them within a day of Reykjavik.',
    'Glaciares, aguas termales y auroras boreales, casi todo a un día de Reikiavik.',
  ],
  IT: [
    'Ruins, opera and churches full of masterpieces. Where the queues are longest, a timed ticket saves half a day.',
    'Ruinas, ópera e iglesias llenas de obras maestras. Donde hay más cola, una entrada con hora ahorra medio día.',
  ],
  JP: [
    'Temples and neon, baseball and sumo, and trains that leave to the second.',
    'Templos y neón, béisbol y sumo, y trenes que salen al segundo.',
  ],
  KE: ['Savannahs with all the animals of the picture books, and a national park within sight of a capital.', null],
  KR: [
    'Palaces beside glass towers, concerts with their own ways of cheering, and markets that never close.',
    'Palacios junto a torres de cristal, conciertos con sus propias formas de animar y mercados que nunca cierran.',
  ],
  KW: ['Souks, sails and sea views, best from October to April.', null],
  MA: [
    'Medinas to get lost in, gardens to rest in, and the desert a day’s drive beyond the mountains.',
    'Medinas en las que perderse, jardines en los que descansar y el desierto a un día de camino tras las montañas.',
  ],
  MX: [
    'Pyramids, wrestling and cooking that is a heritage of the world; beaches on two oceans.',
    'Pirámides, lucha libre y una cocina que es patrimonio de la humanidad; playas en dos océanos.',
  ],
  NL: [
    'Canals, masters of painting and tulips in spring: the most wanted museums sell out days ahead.',
    'Canales, maestros de la pintura y tulipanes en primavera: los museos más visitados se agotan días antes.',
  ],
  NP: ['Temples and the highest mountains of all, on foot or from the window of a small aeroplane.', null],
  NZ: [
    'Fjords, geysers and rugby, and a good deal to jump from.',
    'Fiordos, géiseres y rugby, y muchos sitios desde los que saltar.',
  ],
  PE: [
    'Cities of the Incas, reached by train or on foot; permits are few, so they come first.',
    'Ciudades de los incas, a las que se llega en tren o a pie; hay pocos permisos, así que son lo primero.',
  ],
  PL: [
    'Old towns that were built twice, Chopin by candlelight, and salt mines with chapels in them.',
    'Cascos antiguos construidos dos veces, Chopin a la luz de las velas y minas de sal con capillas.',
  ],
  PT: [
    'Trams, fado and tiles, port wine in its cellars and waves as high as houses.',
    'Tranvías, fado y azulejos, oporto en sus bodegas y olas altas como casas.',
  ],
  SE: [
    'An old town on islands, a ship raised whole from the sea, and light until midnight in June.',
    'Un casco antiguo sobre islas, un barco sacado entero del mar y luz hasta medianoche en junio.',
  ],
  SG: [
    'Gardens under glass, kitchens under the sky, and a race through the night.',
    'Jardines bajo cristal, cocinas al aire libre y una carrera en plena noche.',
  ],
  TH: [
    'Temples, night markets and islands; boxing for those who like it louder.',
    'Templos, mercados nocturnos e islas; boxeo para quien prefiere más ruido.',
  ],
  TR: [
    'Domes, bazaars and balloons, with a strait that divides one city between two continents.',
    'Cúpulas, bazares y globos, con un estrecho que reparte una ciudad entre dos continentes.',
  ],
  US: [
    'Shows, stadiums and skylines; national parks that take a reservation nowadays too.',
    'Espectáculos, estadios y rascacielos; parques nacionales que hoy también piden reserva.',
  ],
  WS: ['Lagoons, waterfalls and Sunday singing, about as far away as one can go.', null],
  ZA: [
    'A mountain above a city, vineyards behind it, and the great animals farther north.',
    'Una montaña sobre una ciudad, viñedos detrás y los grandes animales más al norte.',
  ],
}
