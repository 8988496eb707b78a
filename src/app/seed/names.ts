import type { Random } from './random.ts'
import { slugOf } from './geography.ts'

/** Given names, surnames; `native|latin` where the script is another. */
type Culture = readonly [given: string, family: string]

const cultures: Readonly<Record<string, Culture>> = {
  es: [
    `
      Lucía Martina Sofía Alejandro Pablo Daniela Hugo Carmen Javier Ainhoa Iker Núria Jordi Rocío Íñigo
      Begoña Álvaro Inés Mateo Valentina`,
    `
      García Fernández Núñez López Martínez Sánchez Ibáñez Muñoz Romero Navarro Domínguez Ortega Peña
      Vázquez Echeverría Puig Ferrer Castro Quiroga Benítez`,
  ],
  en: [
    `
      Olivia Amelia Isla Ava Grace George Noah Arthur Oscar Harry Emily Jack Sophie Daniel Ruby Thomas Chloe
      Samuel Hannah Owen`,
    `
      Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright O’Connor Campbell Murphy Walsh
      Bennett Fraser Hughes Okafor Khan Sinclair`,
  ],
  us: [
    `
      Liam Emma Mason Ella Jackson Aaliyah Ethan Madison Jayden Harper Logan Zoe Carter Mia Tyler Brianna
      Diego Nevaeh Caleb Stella`,
    `
      Johnson Miller Davis Rodriguez Anderson Thompson Nguyen Robinson Kowalski Washington Ramirez Schwartz
      Coleman Bailey Rivera Kim O’Brien Foster Reyes Chen`,
  ],
  fr: [
    `
      Léa Chloé Manon Jules Gabriel Louis Inès Zoé Hugo Camille Théo Élise Mathis Anaïs Raphaël Océane Noé
      Margaux Bastien Aïcha`,
    `
      Martin Bernard Dubois Lefèvre Moreau Girard Rousseau Fournier Mercier Gauthier Chevalier Lemaître
      Benoît Caron Perrin Hébert Diallo Benali Tremblay Gagnon`,
  ],
  de: [
    `
      Mia Emilia Hannah Leon Paul Finn Jonas Lukas Anneliese Jürgen Käthe Björn Greta Matthias Sabine Felix
      Charlotte Emil Ursula Till`,
    `
      Müller Schmidt Schneider Fischer Weber Wagner Becker Schäfer Köhler Krüger Jäger Groß Weiß Böhm
      Zimmermann Vogel Yılmaz Huber Lang Brandt`,
  ],
  it: [
    `
      Giulia Aurora Sofia Leonardo Francesco Alessandro Beatrice Matteo Chiara Lorenzo Ginevra Tommaso
      Martina Riccardo Niccolò Elisa Davide Noemi Pietro Caterina`,
    `
      Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De Luca
      Mancini Costa Giordano Rizzo Lombardi Moretti`,
  ],
  pt: [
    `
      Maria João Inês Beatriz Tiago Gonçalo Leonor Rui Mafalda Diogo Ana Thiago Larissa Caio Luana Otávio
      Yara Vinícius Letícia Henrique`,
    `
      Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Gonçalves Almeida Ribeiro Araújo
      Barbosa Carvalho Teixeira Moreira Cardoso Nunes Assunção`,
  ],
  nl: [
    `
      Emma Sanne Daan Sem Lotte Bram Fleur Thijs Noor Jesse Anouk Ruben Maud Stijn Femke Joost Eva Mees Roos
      Gijs`,
    `
      Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Kok Jacobs Dijkstra
      Postma Kuipers Hoekstra Veenstra Bouwman`,
  ],
  nordic: [
    `
      Astrid Freja Saga Elsa Ingrid Lars Magnus Bjørn Søren Åsa Linnea Øyvind Signe Axel Malin Rasmus Þóra
      Sigurður Guðrún Nils`,
    `
      Andersson Nilsson Johansen Hansen Larsen Lindqvist Sørensen Bergström Åkesson Nygård Holm Jónsdóttir
      Einarsson Østergaard Dahl Lund Kjær Sandberg Eriksson Møller`,
  ],
  slavic: [
    `
      Zuzanna Jakub Antoni Wojciech Małgorzata Łukasz Kateřina Jiří Tomáš Eliška Ondřej Agnieszka Paweł
      Zofia Václav Božena Stanisław Hana Marek Światosława`,
    `
      Nowak Kowalska Wiśniewska Wójcik Kamińska Lewandowska Zieliński Szymańska Dvořák Novotný Černý
      Procházka Kučera Svoboda Jabłoński Krawczyk Horák Pospíšil Mazur Dąbrowska`,
  ],
  hu: [
    'Bence Levente Anna Zsófia Réka Gergő Eszter Balázs Dóra Ákos',
    'Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Fekete',
  ],
  el: [
    `
      Γιώργος|Giorgos Μαρία|Maria Ελένη|Eleni Νίκος|Nikos Κατερίνα|Katerina Δημήτρης|Dimitris Σοφία|Sofia
      Κώστας|Kostas`,
    `
      Παπαδόπουλος|Papadopoulos Γεωργίου|Georgiou Νικολάου|Nikolaou Οικονόμου|Oikonomou Βλάχος|Vlachos
      Ιωάννου|Ioannou`,
  ],
  tr: [
    'Zeynep Elif Mehmet Emre Ayşe Yusuf Defne Çağla Özgür Şule',
    'Yılmaz Kaya Demir Çelik Şahin Öztürk Aydın Arslan Doğan Güneş',
  ],
  ar: [
    `
      Fatima Mohammed Layla Omar Nour Khalid Yasmin Youssef Amina Hassan Mariam Tariq Salma Karim
      محمد|Mohammed فاطمة|Fatima`,
    `
      Al-Sabah Haddad Mansour El-Sayed Benali Khalil Nasser Farouk Rahman Saleh Al-Mutairi Bennani Idrissi
      Aziz حسن|Hassan`,
  ],
  in: [
    'Aarav Diya Vihaan Ananya Arjun Priya Rohan Kavya Ishaan Meera Sita Bishnu',
    'Sharma Patel Iyer Reddy Singh Gupta Nair Mehta Banerjee Thapa Shrestha Chowdhury',
  ],
  ja: [
    '陽菜|Hina 蓮|Ren 結衣|Yui 翔太|Shota 美咲|Misaki 大輔|Daisuke さくら|Sakura 健|Ken Haruto Aoi',
    `
      佐藤|Sato 鈴木|Suzuki 高橋|Takahashi 田中|Tanaka 渡辺|Watanabe 伊藤|Ito 山本|Yamamoto 小林|Kobayashi Nakamura Kato`,
  ],
  ko: [
    '서연|Seoyeon 민준|Minjun 지우|Jiwoo 하준|Hajun Minseo Jihoon Yuna Dohyun',
    '김|Kim 이|Lee 박|Park 최|Choi Jung Kang Yoon Han',
  ],
  zh: [
    '伟|Wei 芳|Fang Xiaoming Li Jing Kwok-wing Mei-ling Siu-fong Jun Hui',
    '王|Wang 李|Li 陈|Chen Chan Wong Lam Cheung Tan Lim Ng',
  ],
  sea: [
    'Somchai Ploy Niran Anong Putu Made Wayan Ketut Ayu Dewi',
    'Suwan Chaiyasit Srisai Boonmee Wijaya Santoso Pratama Hartono Saputra Lestari',
  ],
  africa: [
    'Wanjiru Kamau Thandiwe Sipho Nomsa Pieter Amani Zanele Baraka Lerato',
    'Mwangi Odhiambo Njoroge Dlamini Nkosi Botha Van der Merwe Mokoena Naidoo Wekesa',
  ],
  pacific: [
    'Sina Tavita Mere Aroha Manaia Tane Hemi Leilani',
    'Leavasa Tuilagi Faleolo Ngata Te Aroha Kahu Mataafa Parata',
  ],
}

const cultureOf: Readonly<Record<string, string>> = {
  AE: 'ar',
  AR: 'es',
  AT: 'de',
  AU: 'en',
  BR: 'pt',
  CA: 'us',
  CH: 'de',
  CL: 'es',
  CO: 'es',
  CZ: 'slavic',
  DE: 'de',
  DK: 'nordic',
  EG: 'ar',
  ES: 'es',
  FR: 'fr',
  GB: 'en',
  GR: 'el',
  HK: 'zh',
  HU: 'hu',
  ID: 'sea',
  IE: 'en',
  IN: 'in',
  IS: 'nordic',
  IT: 'it',
  JP: 'ja',
  KE: 'africa',
  KR: 'ko',
  KW: 'ar',
  MA: 'ar',
  MX: 'es',
  NL: 'nl',
  NP: 'in',
  NZ: 'pacific',
  PE: 'es',
  PL: 'slavic',
  PT: 'pt',
  SE: 'nordic',
  SG: 'zh',
  TH: 'sea',
  TR: 'tr',
  US: 'us',
  WS: 'pacific',
  ZA: 'africa',
}

const countryCodes = Object.keys(cultureOf)

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

interface NamePart {
  readonly native: string
  readonly latin: string
  readonly ascii: string
}

function partOf(entry: string): NamePart {
  const [native = '', latin = native] = entry.replaceAll('_', ' ').split('|')
  return { native, latin, ascii: slugOf(latin).replaceAll('-', '') }
}

const parsed = new Map(
  Object.entries(cultures).map(([key, [given, family]]) => [
    key,
    {
      given: wordsOf(given).map(partOf),
      // Particles belong to the surname that follows them.
      family: wordsOf(family.replaceAll(/\b(De|Van|der|Te) /g, '$1_')).map(partOf),
    },
  ]),
)

export interface PersonName {
  readonly first: string
  readonly last: string
  /** For an email address. */
  readonly ascii: string
}

/** A name as people of the country have; one in nine comes from elsewhere. */
export function nameFrom(random: Random, country: string): PersonName {
  const code = random.chance(0.11) ? random.pick(countryCodes) : country
  const culture = parsed.get(cultureOf[code] ?? 'en')
  if (!culture) throw new Error(`There are no names for ${code}.`)
  const first = random.pick(culture.given)
  const last = random.pick(culture.family)
  // Spaniards and their cousins carry the surnames of both parents.
  const second = cultureOf[code] === 'es' && random.chance(0.6) ? ` ${random.pick(culture.family).latin}` : ''
  const isNative = first.native !== first.latin && last.native !== last.latin
  return {
    first: isNative ? first.native : first.latin,
    last: (isNative ? last.native : last.latin) + second,
    ascii: `${first.ascii}.${last.ascii}`,
  }
}

// Ranges that regulators keep for films and books, so that no demo ever rings a real phone. `#` is a digit.
const phoneRanges: Readonly<Record<string, readonly string[]>> = {
  AU: ['+6125550####', '+6135550####', '+6175550####'],
  CA: ['+141655501##', '+160455501##', '+151455501##'],
  DE: ['+493023125###', '+4917139200##'],
  FR: ['+33639980###', '+33199001###', '+33465710###'],
  GB: ['+447700900###', '+442079460###', '+441314960###'],
  IE: ['+353209100###'],
  SE: ['+4670174065#', '+4670174066#', '+4670174067#', '+4670174068#', '+468465004##'],
  US: ['+121255501##', '+131055501##', '+131255501##', '+170255501##', '+180855501##'],
}
const abroad = ['GB', 'US'] as const

/** A telephone number that cannot ring, or none: most countries have no such range. */
export function phoneFrom(random: Random, country: string): string | null {
  const own = phoneRanges[country]
  if (!own && !random.chance(0.35)) return null
  if (own && random.chance(0.12)) return null
  const range = random.pick(own ?? phoneRanges[random.pick(abroad)] ?? [])
  return range.replaceAll('#', () => String(random.int(0, 9)))
}
