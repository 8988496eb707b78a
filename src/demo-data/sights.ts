/** What there is to see and eat: three sights, a day trip, a neighbourhood and a dish for each city. */
export interface Sights {
  readonly sights: readonly [string, string, string]
  readonly dayTrip: string
  readonly quarter: string
  readonly dish: string
}

const rows: Readonly<Record<string, readonly [string, string, string, string, string, string]>> = {
  'Madrid': ['Museo del Prado', 'Palacio Real', 'Museo Reina Sofía', 'Toledo', 'La Latina', 'tapas'],
  'Barcelona': ['Sagrada Família', 'Park Güell', 'Casa Batlló', 'Montserrat', 'El Born', 'paella'],
  'Seville': ['Real Alcázar', 'Catedral y Giralda', 'Plaza de España', 'Ronda', 'Triana', 'tapas'],
  'Las Palmas': [
    'Casa de Colón', 'Poema del Mar', 'Playa de Las Canteras', 'Teror', 'Vegueta', 'papas arrugadas',
  ],
  'Lisbon': [
    'Jerónimos Monastery', 'São Jorge Castle', 'Lisbon Oceanarium', 'Sintra', 'Alfama', 'pastéis de nata',
  ],
  'London': ['Tower of London', 'Westminster Abbey', 'London Eye', 'Stonehenge', 'Borough', 'afternoon tea'],
  'Edinburgh': [
    'Edinburgh Castle', 'Palace of Holyroodhouse', 'Royal Yacht Britannia', 'Loch Ness', 'Old Town', 'whisky',
  ],
  'Dublin': [
    'Guinness Storehouse', 'Book of Kells', 'Kilmainham Gaol', 'Cliffs of Moher', 'Temple Bar', 'stout',
  ],
  'Paris': ['Louvre Museum', 'Eiffel Tower', 'Musée d’Orsay', 'Versailles', 'Montmartre', 'cheese and wine'],
  'Amsterdam': [
    'Rijksmuseum', 'Van Gogh Museum', 'Anne Frank House', 'Zaanse Schans', 'Jordaan', 'stroopwafels',
  ],
  'Berlin': ['Reichstag Dome', 'Pergamonmuseum', 'Berlin TV Tower', 'Potsdam', 'Kreuzberg', 'currywurst'],
  'Vienna': [
    'Schönbrunn Palace', 'Belvedere', 'Kunsthistorisches Museum', 'Hallstatt', 'Naschmarkt', 'Sachertorte',
  ],
  'Zurich': ['Kunsthaus', 'Uetliberg', 'Lindt Home of Chocolate', 'Jungfraujoch', 'Niederdorf', 'fondue'],
  'Prague': [
    'Prague Castle', 'Old Town Hall Tower', 'Klementinum', 'Český Krumlov', 'Malá Strana', 'Pilsner',
  ],
  'Budapest': [
    'Hungarian Parliament', 'Széchenyi Baths', 'Buda Castle', 'Danube Bend', 'Jewish Quarter', 'goulash',
  ],
  'Rome': [
    'Colosseum and Roman Forum', 'Vatican Museums', 'Galleria Borghese', 'Pompeii', 'Trastevere', 'supplì',
  ],
  'Florence': [
    'Uffizi Gallery', 'Galleria dell’Accademia', 'Brunelleschi’s Dome', 'Siena and San Gimignano', 'Oltrarno',
    'gelato',
  ],
  'Venice': [
    'Doge’s Palace', 'St Mark’s Basilica', 'Murano Glass Museum', 'Dolomites', 'Cannaregio', 'cicchetti',
  ],
  'Athens': ['Acropolis and Parthenon', 'Acropolis Museum', 'Ancient Agora', 'Delphi', 'Plaka', 'souvlaki'],
  'Istanbul': ['Hagia Sophia', 'Topkapı Palace', 'Basilica Cistern', 'Princes’ Islands', 'Kadıköy', 'meze'],
  'Copenhagen': [
    'Tivoli Gardens', 'Rosenborg Castle', 'Round Tower', 'Kronborg Castle', 'Nørrebro', 'smørrebrød',
  ],
  'Stockholm': ['Vasa Museum', 'Skansen', 'Royal Palace', 'Sigtuna', 'Gamla Stan', 'fika'],
  'Reykjavik': ['Blue Lagoon', 'Perlan', 'Hallgrímskirkja Tower', 'Golden Circle', 'Grandi', 'lamb soup'],
  'Krakow': [
    'Wawel Castle', 'Schindler’s Factory', 'Rynek Underground', 'Wieliczka Salt Mine', 'Kazimierz', 'pierogi',
  ],
  'New York': [
    'Statue of Liberty', 'Top of the Rock', 'Museum of Modern Art', 'Niagara Falls', 'Brooklyn', 'pizza',
  ],
  'Los Angeles': [
    'Griffith Observatory', 'Getty Center', 'Academy Museum', 'Joshua Tree', 'Venice Beach', 'tacos',
  ],
  'Las Vegas': ['Neon Museum', 'High Roller', 'Mob Museum', 'Grand Canyon', 'Fremont Street', 'steakhouse'],
  'Chicago': ['Art Institute', 'Skydeck', 'Field Museum', 'Starved Rock', 'Pilsen', 'deep-dish pizza'],
  'Honolulu': ['Pearl Harbor', 'Diamond Head', 'Iolani Palace', 'North Shore', 'Chinatown', 'poke'],
  'Toronto': [
    'CN Tower', 'Royal Ontario Museum', 'Casa Loma', 'Niagara Falls', 'Kensington Market', 'peameal bacon',
  ],
  'Vancouver': [
    'Capilano Suspension Bridge', 'Museum of Anthropology', 'Grouse Mountain', 'Whistler', 'Gastown',
    'salmon',
  ],
  'St. John’s': ['Signal Hill', 'The Rooms', 'Cape Spear', 'Witless Bay', 'Quidi Vidi', 'cod'],
  'Mexico City': [
    'Museo Frida Kahlo', 'Palacio de Bellas Artes', 'Museo Nacional de Antropología', 'Teotihuacán',
    'Coyoacán', 'tacos',
  ],
  'Cancún': ['Isla Mujeres', 'Museo Maya', 'Xcaret', 'Chichén Itzá', 'El Centro', 'ceviche'],
  'Rio de Janeiro': [
    'Christ the Redeemer', 'Sugarloaf Mountain', 'Museum of Tomorrow', 'Petrópolis', 'Santa Teresa',
    'feijoada',
  ],
  'São Paulo': ['MASP', 'Pinacoteca', 'Ibirapuera Park', 'Santos', 'Vila Madalena', 'pastel'],
  'Buenos Aires': ['Teatro Colón', 'Casa Rosada', 'MALBA', 'Tigre', 'San Telmo', 'asado'],
  'Santiago': [
    'Sky Costanera', 'La Chascona', 'Cerro San Cristóbal', 'Valparaíso', 'Barrio Lastarria', 'empanadas',
  ],
  'Lima': ['Museo Larco', 'Huaca Pucllana', 'Convento de San Francisco', 'Paracas', 'Barranco', 'ceviche'],
  'Bogotá': ['Museo del Oro', 'Monserrate', 'Museo Botero', 'Zipaquirá', 'La Candelaria', 'ajiaco'],
  'Marrakesh': [
    'Jardin Majorelle', 'Bahia Palace', 'Ben Youssef Madrasa', 'Ourika Valley', 'the Medina', 'tagine',
  ],
  'Cairo': [
    'Pyramids of Giza', 'Grand Egyptian Museum', 'Citadel of Saladin', 'Alexandria', 'Khan el-Khalili',
    'koshari',
  ],
  'Cape Town': [
    'Table Mountain', 'Robben Island', 'Kirstenbosch Gardens', 'Cape of Good Hope', 'Bo-Kaap', 'braai',
  ],
  'Nairobi': [
    'Nairobi National Park', 'Giraffe Centre', 'Karen Blixen Museum', 'Lake Nakuru', 'Kibera', 'nyama choma',
  ],
  'Dubai': ['Burj Khalifa', 'Museum of the Future', 'Dubai Frame', 'Abu Dhabi', 'Al Fahidi', 'shawarma'],
  'Kuwait City': [
    'Kuwait Towers', 'Tareq Rajab Museum', 'Grand Mosque', 'Failaka Island', 'Souq Al-Mubarakiya', 'machboos',
  ],
  'Mumbai': [
    'Elephanta Caves', 'Gateway of India', 'Chhatrapati Shivaji Museum', 'Lonavala', 'Dharavi', 'vada pav',
  ],
  'Kathmandu': ['Swayambhunath', 'Boudhanath Stupa', 'Durbar Square', 'Nagarkot', 'Thamel', 'momo'],
  'Bangkok': ['Grand Palace', 'Wat Pho', 'Jim Thompson House', 'Ayutthaya', 'Chinatown', 'pad thai'],
  'Singapore': [
    'Gardens by the Bay', 'Night Safari', 'National Gallery', 'Pulau Ubin', 'Kampong Glam', 'hawker food',
  ],
  'Hong Kong': ['Victoria Peak', 'Ngong Ping 360', 'M+ Museum', 'Macao', 'Sham Shui Po', 'dim sum'],
  'Denpasar': ['Uluwatu Temple', 'Tanah Lot', 'Sacred Monkey Forest', 'Nusa Penida', 'Ubud', 'nasi campur'],
  'Tokyo': ['Tokyo Skytree', 'teamLab Planets', 'Meiji Shrine', 'Mount Fuji', 'Shibuya', 'ramen'],
  'Kyoto': ['Fushimi Inari Shrine', 'Kinkaku-ji', 'Nijō Castle', 'Nara', 'Gion', 'matcha'],
  'Seoul': ['Gyeongbokgung Palace', 'N Seoul Tower', 'Lotte World', 'the DMZ', 'Hongdae', 'Korean barbecue'],
  'Sydney': [
    'Sydney Opera House', 'Harbour Bridge Climb', 'Taronga Zoo', 'Blue Mountains', 'The Rocks', 'seafood',
  ],
  'Melbourne': [
    'Royal Botanic Gardens', 'Melbourne Skydeck', 'National Gallery of Victoria', 'Great Ocean Road',
    'Fitzroy', 'coffee',
  ],
  'Adelaide': [
    'Adelaide Oval', 'Art Gallery of South Australia', 'Cleland Wildlife Park', 'Barossa Valley',
    'Central Market', 'Shiraz',
  ],
  'Auckland': ['Sky Tower', 'Auckland War Memorial Museum', 'Rangitoto', 'Hobbiton', 'Ponsonby', 'pavlova'],
  'Apia': [
    'Robert Louis Stevenson Museum', 'Palolo Deep', 'Papaseea Sliding Rocks', 'To Sua Ocean Trench',
    'Fugalei', 'palusami',
  ],
}

/** What is known of a city. */
export function sightsOf(city: string): Sights {
  const row = rows[city]
  if (!row) throw new Error(`Nothing is known of ${city}.`)
  const [first, second, third, dayTrip, quarter, dish] = row
  return { sights: [first, second, third], dayTrip, quarter, dish }
}
