// Countries and cities as they are. Coordinates, ISO 3166, UN/LOCODE and IATA metropolitan codes are facts;
// weights say how much the made-up marketplace sells.

/** Code, alpha-3, numeric, name, continent, calling code, currency, languages, share of the customers. */
type CountryRow = readonly [string, string, string, string, string, string, string, string, number]

const countryRows: readonly CountryRow[] = [
  ['AE', 'ARE', '784', 'United Arab Emirates', 'AS', '+971', 'AED', 'ar en', 12],
  ['AR', 'ARG', '032', 'Argentina', 'SA', '+54', 'ARS', 'es', 14],
  ['AT', 'AUT', '040', 'Austria', 'EU', '+43', 'EUR', 'de', 12],
  ['AU', 'AUS', '036', 'Australia', 'OC', '+61', 'AUD', 'en', 34],
  ['BR', 'BRA', '076', 'Brazil', 'SA', '+55', 'BRL', 'pt', 24],
  ['CA', 'CAN', '124', 'Canada', 'NA', '+1', 'CAD', 'en fr', 36],
  ['CH', 'CHE', '756', 'Switzerland', 'EU', '+41', 'CHF', 'de fr it', 18],
  ['CL', 'CHL', '152', 'Chile', 'SA', '+56', 'CLP', 'es', 10],
  ['CO', 'COL', '170', 'Colombia', 'SA', '+57', 'COP', 'es', 10],
  ['CZ', 'CZE', '203', 'Czechia', 'EU', '+420', 'CZK', 'cs', 8],
  ['DE', 'DEU', '276', 'Germany', 'EU', '+49', 'EUR', 'de', 78],
  ['DK', 'DNK', '208', 'Denmark', 'EU', '+45', 'DKK', 'da', 12],
  ['EG', 'EGY', '818', 'Egypt', 'AF', '+20', 'EGP', 'ar', 4],
  ['ES', 'ESP', '724', 'Spain', 'EU', '+34', 'EUR', 'es ca eu gl', 130],
  ['FR', 'FRA', '250', 'France', 'EU', '+33', 'EUR', 'fr', 72],
  ['GB', 'GBR', '826', 'United Kingdom', 'EU', '+44', 'GBP', 'en', 118],
  ['GR', 'GRC', '300', 'Greece', 'EU', '+30', 'EUR', 'el', 7],
  ['HK', 'HKG', '344', 'Hong Kong', 'AS', '+852', 'HKD', 'zh en', 8],
  ['HU', 'HUN', '348', 'Hungary', 'EU', '+36', 'HUF', 'hu', 6],
  ['ID', 'IDN', '360', 'Indonesia', 'AS', '+62', 'IDR', 'id', 5],
  ['IE', 'IRL', '372', 'Ireland', 'EU', '+353', 'EUR', 'en ga', 18],
  ['IN', 'IND', '356', 'India', 'AS', '+91', 'INR', 'hi en', 16],
  ['IS', 'ISL', '352', 'Iceland', 'EU', '+354', 'ISK', 'is', 3],
  ['IT', 'ITA', '380', 'Italy', 'EU', '+39', 'EUR', 'it', 54],
  ['JP', 'JPN', '392', 'Japan', 'AS', '+81', 'JPY', 'ja', 28],
  ['KE', 'KEN', '404', 'Kenya', 'AF', '+254', 'KES', 'en sw', 3],
  ['KR', 'KOR', '410', 'South Korea', 'AS', '+82', 'KRW', 'ko', 16],
  ['KW', 'KWT', '414', 'Kuwait', 'AS', '+965', 'KWD', 'ar', 5],
  ['MA', 'MAR', '504', 'Morocco', 'AF', '+212', 'MAD', 'ar fr', 5],
  ['MX', 'MEX', '484', 'Mexico', 'NA', '+52', 'MXN', 'es', 34],
  ['NL', 'NLD', '528', 'Netherlands', 'EU', '+31', 'EUR', 'nl', 30],
  ['NP', 'NPL', '524', 'Nepal', 'AS', '+977', 'NPR', 'ne', 1],
  ['NZ', 'NZL', '554', 'New Zealand', 'OC', '+64', 'NZD', 'en mi', 10],
  ['PE', 'PER', '604', 'Peru', 'SA', '+51', 'PEN', 'es', 8],
  ['PL', 'POL', '616', 'Poland', 'EU', '+48', 'PLN', 'pl', 16],
  ['PT', 'PRT', '620', 'Portugal', 'EU', '+351', 'EUR', 'pt', 18],
  ['SE', 'SWE', '752', 'Sweden', 'EU', '+46', 'SEK', 'sv', 18],
  ['SG', 'SGP', '702', 'Singapore', 'AS', '+65', 'SGD', 'en zh ms ta', 10],
  ['TH', 'THA', '764', 'Thailand', 'AS', '+66', 'THB', 'th', 6],
  ['TR', 'TUR', '792', 'Türkiye', 'AS', '+90', 'TRY', 'tr', 8],
  ['US', 'USA', '840', 'United States', 'NA', '+1', 'USD', 'en es', 160],
  ['WS', 'WSM', '882', 'Samoa', 'OC', '+685', 'WST', 'sm en', 1],
  ['ZA', 'ZAF', '710', 'South Africa', 'AF', '+27', 'ZAR', 'en af zu', 9],
]

/** Name, country, ISO 3166-2, latitude, longitude, zone, UN/LOCODE, IATA, weight. */
type CityRow = readonly [string, string, string | null, number, number, string, string, string, number]

const cityRows: readonly CityRow[] = [
  ['Madrid', 'ES', 'ES-MD', 40.4168, -3.7038, 'Europe/Madrid', 'ESMAD', 'MAD', 92],
  ['Barcelona', 'ES', 'ES-CT', 41.3874, 2.1686, 'Europe/Madrid', 'ESBCN', 'BCN', 96],
  ['Seville', 'ES', 'ES-AN', 37.3891, -5.9845, 'Europe/Madrid', 'ESSVQ', 'SVQ', 48],
  ['Las Palmas', 'ES', 'ES-CN', 28.1235, -15.4363, 'Atlantic/Canary', 'ESLPA', 'LPA', 22],
  ['Lisbon', 'PT', 'PT-11', 38.7223, -9.1393, 'Europe/Lisbon', 'PTLIS', 'LIS', 62],
  ['London', 'GB', 'GB-LND', 51.5074, -0.1278, 'Europe/London', 'GBLON', 'LON', 100],
  ['Edinburgh', 'GB', 'GB-EDH', 55.9533, -3.1883, 'Europe/London', 'GBEDI', 'EDI', 44],
  ['Dublin', 'IE', 'IE-D', 53.3498, -6.2603, 'Europe/Dublin', 'IEDUB', 'DUB', 46],
  ['Paris', 'FR', 'FR-75C', 48.8566, 2.3522, 'Europe/Paris', 'FRPAR', 'PAR', 98],
  ['Amsterdam', 'NL', 'NL-NH', 52.3676, 4.9041, 'Europe/Amsterdam', 'NLAMS', 'AMS', 66],
  ['Berlin', 'DE', 'DE-BE', 52.52, 13.405, 'Europe/Berlin', 'DEBER', 'BER', 60],
  ['Vienna', 'AT', 'AT-9', 48.2082, 16.3738, 'Europe/Vienna', 'ATVIE', 'VIE', 52],
  ['Zurich', 'CH', 'CH-ZH', 47.3769, 8.5417, 'Europe/Zurich', 'CHZRH', 'ZRH', 28],
  ['Prague', 'CZ', 'CZ-10', 50.0755, 14.4378, 'Europe/Prague', 'CZPRG', 'PRG', 50],
  ['Budapest', 'HU', 'HU-BU', 47.4979, 19.0402, 'Europe/Budapest', 'HUBUD', 'BUD', 44],
  ['Rome', 'IT', 'IT-62', 41.9028, 12.4964, 'Europe/Rome', 'ITROM', 'ROM', 94],
  ['Florence', 'IT', 'IT-52', 43.7696, 11.2558, 'Europe/Rome', 'ITFLR', 'FLR', 56],
  ['Venice', 'IT', 'IT-34', 45.4408, 12.3155, 'Europe/Rome', 'ITVCE', 'VCE', 54],
  ['Athens', 'GR', 'GR-I', 37.9838, 23.7275, 'Europe/Athens', 'GRATH', 'ATH', 48],
  ['Istanbul', 'TR', 'TR-34', 41.0082, 28.9784, 'Europe/Istanbul', 'TRIST', 'IST', 52],
  ['Copenhagen', 'DK', 'DK-84', 55.6761, 12.5683, 'Europe/Copenhagen', 'DKCPH', 'CPH', 34],
  ['Stockholm', 'SE', 'SE-AB', 59.3293, 18.0686, 'Europe/Stockholm', 'SESTO', 'STO', 32],
  ['Reykjavik', 'IS', 'IS-1', 64.1466, -21.9426, 'Atlantic/Reykjavik', 'ISREY', 'REK', 36],
  ['Krakow', 'PL', 'PL-12', 50.0647, 19.945, 'Europe/Warsaw', 'PLKRK', 'KRK', 32],
  ['New York', 'US', 'US-NY', 40.7128, -74.006, 'America/New_York', 'USNYC', 'NYC', 97],
  ['Los Angeles', 'US', 'US-CA', 34.0522, -118.2437, 'America/Los_Angeles', 'USLAX', 'LAX', 64],
  ['Las Vegas', 'US', 'US-NV', 36.1699, -115.1398, 'America/Los_Angeles', 'USLAS', 'LAS', 66],
  ['Chicago', 'US', 'US-IL', 41.8781, -87.6298, 'America/Chicago', 'USCHI', 'CHI', 46],
  ['Honolulu', 'US', 'US-HI', 21.3069, -157.8583, 'Pacific/Honolulu', 'USHNL', 'HNL', 34],
  ['Toronto', 'CA', 'CA-ON', 43.6532, -79.3832, 'America/Toronto', 'CATOR', 'YTO', 40],
  ['Vancouver', 'CA', 'CA-BC', 49.2827, -123.1207, 'America/Vancouver', 'CAVAN', 'YVR', 30],
  ['St. John’s', 'CA', 'CA-NL', 47.5615, -52.7126, 'America/St_Johns', 'CASJF', 'YYT', 8],
  ['Mexico City', 'MX', 'MX-CMX', 19.4326, -99.1332, 'America/Mexico_City', 'MXMEX', 'MEX', 46],
  ['Cancún', 'MX', 'MX-ROO', 21.1619, -86.8515, 'America/Cancun', 'MXCUN', 'CUN', 50],
  ['Rio de Janeiro', 'BR', 'BR-RJ', -22.9068, -43.1729, 'America/Sao_Paulo', 'BRRIO', 'RIO', 42],
  ['São Paulo', 'BR', 'BR-SP', -23.5505, -46.6333, 'America/Sao_Paulo', 'BRSAO', 'SAO', 34],
  ['Buenos Aires', 'AR', 'AR-C', -34.6037, -58.3816, 'America/Argentina/Buenos_Aires', 'ARBUE', 'BUE', 38],
  ['Santiago', 'CL', 'CL-RM', -33.4489, -70.6693, 'America/Santiago', 'CLSCL', 'SCL', 24],
  ['Lima', 'PE', 'PE-LMA', -12.0464, -77.0428, 'America/Lima', 'PELIM', 'LIM', 26],
  ['Bogotá', 'CO', 'CO-DC', 4.711, -74.0721, 'America/Bogota', 'COBOG', 'BOG', 22],
  ['Marrakesh', 'MA', 'MA-MAR', 31.6295, -7.9811, 'Africa/Casablanca', 'MARAK', 'RAK', 36],
  ['Cairo', 'EG', 'EG-C', 30.0444, 31.2357, 'Africa/Cairo', 'EGCAI', 'CAI', 34],
  ['Cape Town', 'ZA', 'ZA-WC', -33.9249, 18.4241, 'Africa/Johannesburg', 'ZACPT', 'CPT', 32],
  ['Nairobi', 'KE', 'KE-30', -1.2921, 36.8219, 'Africa/Nairobi', 'KENBO', 'NBO', 18],
  ['Dubai', 'AE', 'AE-DU', 25.2048, 55.2708, 'Asia/Dubai', 'AEDXB', 'DXB', 62],
  ['Kuwait City', 'KW', 'KW-KU', 29.3759, 47.9774, 'Asia/Kuwait', 'KWKWI', 'KWI', 10],
  ['Mumbai', 'IN', 'IN-MH', 19.076, 72.8777, 'Asia/Kolkata', 'INBOM', 'BOM', 28],
  ['Kathmandu', 'NP', 'NP-P3', 27.7172, 85.324, 'Asia/Kathmandu', 'NPKTM', 'KTM', 14],
  ['Bangkok', 'TH', 'TH-10', 13.7563, 100.5018, 'Asia/Bangkok', 'THBKK', 'BKK', 50],
  ['Singapore', 'SG', 'SG-01', 1.3521, 103.8198, 'Asia/Singapore', 'SGSIN', 'SIN', 48],
  ['Hong Kong', 'HK', null, 22.3193, 114.1694, 'Asia/Hong_Kong', 'HKHKG', 'HKG', 36],
  ['Denpasar', 'ID', 'ID-BA', -8.6705, 115.2126, 'Asia/Makassar', 'IDDPS', 'DPS', 40],
  ['Tokyo', 'JP', 'JP-13', 35.6762, 139.6503, 'Asia/Tokyo', 'JPTYO', 'TYO', 76],
  ['Kyoto', 'JP', 'JP-26', 35.0116, 135.7681, 'Asia/Tokyo', 'JPUKY', 'UKY', 48],
  ['Seoul', 'KR', 'KR-11', 37.5665, 126.978, 'Asia/Seoul', 'KRSEL', 'SEL', 42],
  ['Sydney', 'AU', 'AU-NSW', -33.8688, 151.2093, 'Australia/Sydney', 'AUSYD', 'SYD', 56],
  ['Melbourne', 'AU', 'AU-VIC', -37.8136, 144.9631, 'Australia/Melbourne', 'AUMEL', 'MEL', 44],
  ['Adelaide', 'AU', 'AU-SA', -34.9285, 138.6007, 'Australia/Adelaide', 'AUADL', 'ADL', 16],
  ['Auckland', 'NZ', 'NZ-AUK', -36.8509, 174.7645, 'Pacific/Auckland', 'NZAKL', 'AKL', 28],
  ['Apia', 'WS', 'WS-TU', -13.8507, -171.7514, 'Pacific/Apia', 'WSAPW', 'APW', 6],
]

export interface Country {
  readonly id: number
  readonly code: string
  readonly alpha3: string
  readonly numericCode: string
  readonly name: string
  readonly continent: string
  readonly callingCode: string
  readonly currency: string
  readonly languages: readonly string[]
  readonly weight: number
}

export interface City {
  readonly id: number
  readonly name: string
  readonly country: Country
  readonly subdivision: string | null
  readonly latitude: number
  readonly longitude: number
  readonly zone: string
  readonly unLocode: string
  readonly iata: string
  readonly weight: number
}

export const countries: readonly Country[] = countryRows.map(
  ([code, alpha3, numericCode, name, continent, callingCode, currency, languages, weight], index) => ({
    id: index + 1,
    code,
    alpha3,
    numericCode,
    name,
    continent,
    callingCode,
    currency,
    languages: languages.split(' '),
    weight,
  }),
)

const countryByCode = new Map(countries.map((country) => [country.code, country]))

export const cities: readonly City[] = cityRows.map(
  ([name, code, subdivision, latitude, longitude, zone, unLocode, iata, weight], index) => {
    const country = countryByCode.get(code)
    if (!country) throw new Error(`There is no country ${code}.`)
    return { id: index + 1, name, country, subdivision, latitude, longitude, zone, unLocode, iata, weight }
  },
)

/** Lower-case ASCII words with hyphens, as addresses have them. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/ı/g, 'i')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
