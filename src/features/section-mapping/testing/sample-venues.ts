/** Made-up houses of the usual kinds, with what sellers write for their sections and what must stay unplaced. */
export interface SampleVenue {
  readonly name: string
  /** Names, with a zone where there is one. */
  readonly sections: readonly (string | readonly [string, string])[]
  readonly placed: readonly (readonly [string, string])[]
  readonly refused: readonly string[]
}

const numbered = (from: number, to: number, word = '') =>
  Array.from({ length: to - from + 1 }, (_, index) => `${word}${from + index}`)
const zoned = (names: readonly string[], zone: string) => names.map((name) => [name, zone] as const)
const pairs = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [raw = '', name = ''] = line.split('=>')
      return [raw.trim(), name.trim()] as const
    })

export const sampleVenues: readonly SampleVenue[] = [
  {
    name: 'an arena with levels, floor, loges and suites',
    sections: [
      ...zoned(numbered(101, 122), 'Lower Level'),
      ...zoned(numbered(201, 224), 'Club Level'),
      ...zoned(numbered(301, 330), 'Upper Level'),
      ...zoned(numbered(1, 24, 'Suite '), 'Suites'),
      ...zoned(['Floor A', 'Floor B', 'Floor C', 'Floor GA'], 'Floor'),
      'Loge Box 1',
      'Loge Box 2',
      'Club Lounge',
    ],
    placed: pairs(`
      Sec 101 => 101
      Sect. 0101 => 101
      Lower 104 => 104
      LL104 => 104
      LL 104 => 104
      UL 312 => 312
      Upper Level Sec 312 => 312
      Level 3 Sec 312 => 312
      Balcony 310 => 310
      Suite 12 => Suite 12
      Ste 12 => Suite 12
      Luxury Suite 7 => Suite 7
      FLR C => Floor C
      C => Floor C
      Club 205 => 205
      CLUB205 => 205
      Loge 2 => Loge Box 2
      LB 2 => Loge Box 2
      GA => Floor GA
      GA Floor => Floor GA
      Section 101, Lower Level, Row 3 => 101
    `),
    refused: [
      'Upper 104',
      'UL 331',
      'Suite 101',
      '12',
      'Floor 3',
      'Parking Lot 101',
      'VIP 1',
      'VIP Package 101',
      'Club 105',
      '101-102',
      '101/102',
      'Gate 101',
      'Cat 1',
      'Category 2',
      '101A',
      'Section 1O1',
      'Table 4',
      'Suites',
      'Level 3',
      'Club',
      '1',
      'Best available',
      'Hospitality 204',
      '',
      '---',
      'SRO 104',
      'Hotel package 101',
    ],
  },
  {
    name: 'a theatre',
    sections: [
      ...['Orchestra', 'Front Mezzanine', 'Rear Mezzanine', 'Balcony'].flatMap((part) =>
        ['Left', 'Center', 'Right'].map((side) => `${part} ${side}`),
      ),
      'Box A',
      'Box B',
      'Grand Circle',
      'Dress Circle',
    ],
    placed: pairs(`
      Orch Left => Orchestra Left
      ORCH L => Orchestra Left
      Left Orchestra => Orchestra Left
      Orchestra - Centre => Orchestra Center
      Orch Ctr => Orchestra Center
      OC => Orchestra Center
      Front Mezz L => Front Mezzanine Left
      Mezzanine Front Center => Front Mezzanine Center
      RMC => Rear Mezzanine Center
      BALC RIGHT => Balcony Right
      BX A => Box A
      Dress Crcl => Dress Circle
      Orchestre gauche => Orchestra Left
      Orchester rechts => Orchestra Right
    `),
    refused: [
      'Orchestra',
      'Mezz Left',
      'Circle',
      'Upper Circle',
      'Royal Circle',
      'Loge',
      'Orchestra Left Center',
      'VIP',
      'VIP Orchestra',
      'Parking',
      'Orchestra Left 101',
      'Box D',
      'Orchestra Far Left',
    ],
  },
  {
    name: 'a stadium of numbered blocks with letters for levels',
    sections: [
      ...numbered(1, 40, 'Block '),
      ...numbered(101, 140, 'L'),
      ...numbered(301, 340, 'U'),
      ...numbered(201, 210, 'Club '),
      'Away End',
    ],
    placed: pairs(`
      Blk 12 => Block 12
      12 => Block 12
      Sector 12 => Block 12
      Lower 101 => L101
      Lower Tier 101 => L101
      Upper 301 => U301
      U 301 => U301
      101 => L101
      C203 => Club 203
      203 => Club 203
      AWAY END => Away End
    `),
    refused: [
      'Upper 101',
      'Club 12',
      'Gate 12',
      'Level 3',
      'Cat 3',
      'Block 12A',
      'Away Supporters',
      'Row 12',
      'Zone 12',
      'M101',
      'Suite 12',
    ],
  },
  {
    name: 'a festival',
    sections: ['Golden Circle', 'General Admission', 'VIP Terrace', 'Camping Field'],
    placed: pairs(`
      GA => General Admission
      Gen Adm => General Admission
      GOLDEN CRCL => Golden Circle
      GC => Golden Circle
    `),
    refused: ['VIP', 'Camping', 'Parking', 'Terrace', 'General', 'Circle', 'Front Standing'],
  },
  {
    name: 'a Spanish ground',
    sections: [
      'Fondo Norte Baja',
      'Fondo Norte Alta',
      'Fondo Sur Baja',
      'Fondo Sur Alta',
      'Lateral Este',
      'Lateral Oeste',
      ...numbered(101, 120, 'Tribuna Baja '),
      ...numbered(301, 320, 'Grada Alta '),
    ],
    placed: pairs(`
      North Fondo Lower => Fondo Norte Baja
      FONDO SUR ALTA => Fondo Sur Alta
      Lat. Oeste => Lateral Oeste
      Tribuna 104 => Tribuna Baja 104
      Sector 304 => Grada Alta 304
    `),
    refused: ['Fondo Sur', 'Puerta 104', 'Tribuna Alta 104', 'Fondo'],
  },
  {
    name: 'an Italian ground',
    sections: [
      'Curva Nord',
      'Curva Sud',
      'Tribuna Est',
      'Tribuna Ovest',
      'Distinti Nord',
      ...numbered(1, 20, 'Tribuna Tevere '),
    ],
    placed: pairs(`
      CURVA N => Curva Nord
      North Curve => Curva Nord
      Trib. Tevere 4 => Tribuna Tevere 4
      West Stand => Tribuna Ovest
    `),
    refused: ['Curva', 'Tribuna', '4', 'North Stand', 'Settore ospiti'],
  },
  {
    name: 'a French ground',
    sections: [
      'Virage Nord',
      'Virage Sud',
      'Tribune Présidentielle Haute',
      ...numbered(101, 110, 'Tribune Est '),
      ...numbered(201, 210, 'Tribune Ouest '),
    ],
    placed: pairs(`
      virage nord => Virage Nord
      East 104 => Tribune Est 104
      Bloc 104 => Tribune Est 104
    `),
    refused: ['West 104', 'Porte 104', 'Catégorie 1', 'Virage'],
  },
  {
    name: 'a German ground',
    sections: [
      'Südkurve',
      'Nordkurve',
      'Haupttribüne Ost',
      ...numbered(1, 20, 'Block '),
      ...numbered(1, 20, 'Oberrang '),
    ],
    placed: pairs(`
      Sudkurve => Südkurve
      Haupttribune East => Haupttribüne Ost
      OR 12 => Oberrang 12
    `),
    refused: ['Unterrang 12', 'Stehplatz 12', 'Kategorie 3'],
  },
  {
    name: 'a ball park whose levels share their numbers',
    sections: ['Lower Box ', 'Lower Reserved ', 'Upper Box ', 'Right Pavilion ', 'Left Pavilion ']
      .flatMap((word) => numbered(10, 30, word))
      .concat(numbered(100, 120, 'Bleachers ')),
    placed: pairs(`
      12LB => Lower Box 12
      UB 12 => Upper Box 12
      Right Field Bleachers 104 => Bleachers 104
      BL 104 => Bleachers 104
      Rt Pav 12 => Right Pavilion 12
      Reserved 12 => Lower Reserved 12
    `),
    refused: ['Lower 12', 'Box 12', 'Pavilion 12', 'Upper Reserved 12', '12', 'Field Box 104x'],
  },
]
