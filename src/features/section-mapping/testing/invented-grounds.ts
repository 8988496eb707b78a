import type { InventedVenue } from './invented-venues.ts'
import { listIn, sectionsIn, spellingsIn } from './invented-venues.ts'

/** Made-up venues and what sellers write for their sections; the answers were written before the resolver was tried. */
export const inventedGrounds: readonly InventedVenue[] = [
  {
    name: 'a race track',
    sections: sectionsIn(`
      Grandstand 1 ~ Grandstand 4 ~ Grandstand 5 ~ Grandstand 6A ~ Grandstand 6B ~ Grandstand 6C ~ Grandstand 8 ~
      Grandstand 8A ~ Grandstand 8B ~ Grandstand 10 ~ Grandstand 15 ~ Grandstand 16A ~ Grandstand 16B ~
      Grandstand 21A ~ Grandstand 26 ~ Grandstand Main Straight ~ Grandstand Copse A ~ Grandstand Copse B ~
      Grandstand Copse C ~ Village A ~ Village B ~ Grandstand Abbey A ~ Grandstand Abbey B ~ Club Corner A ~
      Club Corner B ~ International Pits Straight ~ National Pits Straight ~ Paddock Club ~ General Admission
    `),
    placed: spellingsIn(`
      Grandstand 6 A ~ Grandstand 6-A ~ 6A => Grandstand 6A
      Grandstand 8 A ~ 8A => Grandstand 8A
      Copse A => Grandstand Copse A
      Copse B => Grandstand Copse B
      Copse Grandstand C => Grandstand Copse C
      Abbey A => Grandstand Abbey A
      Abbey Grandstand B => Grandstand Abbey B
      Main Straight Grandstand => Grandstand Main Straight
      International Pit Straight => International Pits Straight
      GA => General Admission
    `),
    placedOrRefused: spellingsIn(`
      GS 1 ~ G1 ~ Stand 1 ~ Tribuna 1 ~ Trib. 1 ~ Friday Grandstand 1 ~ 3 day Grandstand 1 => Grandstand 1
      6 A => Grandstand 6A
      8 => Grandstand 8
      Turn 4 Grandstand 5 ~ Grandstand 5 Turn 10 => Grandstand 5
      Grandstand 21 => Grandstand 21A
      Copse Corner A => Grandstand Copse A
      Village B Grandstand => Village B
      Club A => Club Corner A
      Club B => Club Corner B
      Paddock ~ F1 Paddock Club ~ Club Paddock => Paddock Club
      Main Straight ~ Main Grandstand => Grandstand Main Straight
      Intl Pits Straight ~ IPS => International Pits Straight
      National Pits ~ Natl Pits Straight => National Pits Straight
      General Adm. ~ Gen Adm => General Admission
      3-Day Pass Grandstand 4 ~ Pit Lane Walk Grandstand 4 => Grandstand 4
    `),
    refused: listIn(`
      Grandstand 6 ~ Grandstand 6D ~ Grandstand 6A/6B ~ Grandstand 6A or 6B ~ Grandstand 8C ~ T8A ~ Turn 8 ~
      Turn 8A ~ Grandstand Turn 8 ~ Turn 1 ~ Turn 1 Grandstand ~ T1 ~ Corner 4 ~ Grandstand 16 ~ Grandstand 21B ~
      Grandstand 2 ~ Grandstand 3 ~ Grandstand K ~ Grandstand A ~ Grandstand B ~ Copse ~ Copse D ~ Copse 1 ~
      Abbey ~ Abbey C ~ Village C ~ Village ~ Club Corner C ~ Club ~ Club Corner ~ Pit Straight ~ Pits Straight ~
      Straight ~ GA Friday ~ General Admission Friday ~ Sunday only ~ Camping 4 ~ Parking 4 ~ Roving Grandstand ~
      Grandstand ~ Bronze Grandstand ~ Gold 1 ~ Zone 1 ~ Pelouse ~ Prato ~ Parabolica ~ Grandstand 5 6B ~
      Grandstand 1 & 4 ~ Grandstand 10A ~ Grandstand 100
    `),
  },
  {
    name: 'a cricket ground',
    sections: sectionsIn(`
      Pavilion ~ Warner Stand Upper ~ Warner Stand Lower ~ Grand Stand Upper ~ Grand Stand Lower ~
      Compton Stand Upper ~ Compton Stand Lower ~ Edrich Stand Upper ~ Edrich Stand Lower ~ Mound Stand Upper ~
      Mound Stand Lower ~ Tavern Stand ~ Allen Stand ~ Media Centre ~ Hollies Stand Block 1..12 ~
      Wyatt Stand Block 13..20 ~ M1 ~ M2 ~ M3 ~ N1 ~ N2 ~ Q40 ~ Q41
    `),
    placed: spellingsIn(`
      PAV ~ Pavillion => Pavilion
      Warner Upper ~ Upper Warner ~ Upper Warner Stand ~ Warner Upr => Warner Stand Upper
      Warner Lwr => Warner Stand Lower
      Compton Upper => Compton Stand Upper
      Edrich Lower => Edrich Stand Lower
      Mound Lower => Mound Stand Lower
      Media Center => Media Centre
      Hollies Block 4 ~ Hollies Stand Blk 4 ~ Hollies Stand 4 => Hollies Stand Block 4
      M 1 ~ m-1 => M1
      Q 40 => Q40
    `),
    placedOrRefused: spellingsIn(`
      Members Pavilion => Pavilion
      Warner Stand Lower Tier ~ Warner L ~ WSL => Warner Stand Lower
      Warner Stand U ~ WSU => Warner Stand Upper
      Grandstand Upper ~ Upper Grandstand ~ Grand Upper ~ GSU => Grand Stand Upper
      Compton Up ~ Cmptn Upper => Compton Stand Upper
      Edric Lower ~ Eldrich Lower => Edrich Stand Lower
      Mound Upper Tier => Mound Stand Upper
      Tavern => Tavern Stand
      Allen => Allen Stand
      Hollies 4 ~ Block 4 => Hollies Stand Block 4
      Wyatt 14 ~ Block 14 => Wyatt Stand Block 14
      Eric Hollies Stand Block 5 => Hollies Stand Block 5
      Bay M1 ~ Aisle M1 ~ Level 1 M1 => M1
      Level 2 Q40 => Q40
      Gate 1 M2 => M2
    `),
    refused: listIn(`
      Pavilion End ~ Warner ~ Warner Stand ~ Grand Stand ~ Grandstand ~ Compton ~ Edrich Stand ~ Edrich ~
      Mound Stand ~ M Upper ~ Upper ~ Lower ~ Upper Stand ~ Stand Upper ~ US ~ Tavern Upper ~ Tavern Stand Upper ~
      Tavern Stand Lower ~ Allen Upper ~ Press ~ Hollies ~ Hollies Stand ~ Hollies Block 14 ~ Hollies 13 ~
      Wyatt Block 4 ~ Wyatt 12 ~ Hollies 21 ~ Block 21 ~ 4 ~ M4 ~ M ~ N3 ~ 1 ~ Bay 1 ~ 40 ~ Q42 ~ P40 ~ Gate 2 ~
      MCC Reserve ~ Ponsford Stand ~ Southern Stand ~ Warner Compton Upper ~ Compton Edrich Upper ~
      Compton/Edrich Upper ~ Upper Compton Lower ~ Family Stand ~ Alcohol Free
    `),
  },
  {
    name: 'a Spanish ground with sectors on three tiers',
    sections: sectionsIn(`
      Sector 101..128 @ Primera Grada ~ Sector 201..236 @ Segunda Grada ~ Sector 301..330 @ Tercer Anfiteatro ~
      Palco VIP ~ Palco Presidencial ~ Fondo Norte Grada Animación ~ Tribuna Preferencia Alta ~
      Tribuna Preferencia Baja ~ Lateral Este Alto ~ Lateral Este Bajo ~ Fondo Sur Alto ~ Fondo Sur Bajo ~
      Córner Noreste ~ Córner Sudoeste
    `),
    placed: spellingsIn(`
      Sect 101 ~ Sec. 101 ~ 101 ~ Primera Grada 101 ~ Puerta 12 Sector 101 ~ Sector 101 Fila 3 => Sector 101
      Segunda Grada Sector 210 => Sector 210
      Tercer Anfiteatro 305 ~ Anfiteatro 305 => Sector 305
      Palcos VIP => Palco VIP
      Lateral Alto Este ~ Lat. Este Alto => Lateral Este Alto
      Corner Noreste => Córner Noreste
      Corner Sudoeste => Córner Sudoeste
    `),
    placedOrRefused: spellingsIn(`
      S101 ~ 1ª Grada Sector 101 ~ Grada 101 ~ Grada Baja 101 ~ Acceso 5 Sector 101 ~
      Fila 3 Sector 101 => Sector 101
      1a grada 110 => Sector 110
      2ª Grada 210 ~ 2da grada sector 210 => Sector 210
      3er Anfiteatro 305 => Sector 305
      Preferencia Alta ~ Tribuna Preferente Alta ~ TPA ~ Tribuna Pref Alta => Tribuna Preferencia Alta
      Trib. Pref. Baja => Tribuna Preferencia Baja
      Lateral E Alto ~ Lateral Este Superior ~ Lateral East Upper => Lateral Este Alto
      Lateral Este Inferior ~ Este Bajo => Lateral Este Bajo
      Fondo Sur Superior ~ F. Sur Alto ~ FSA ~ Sur Alto => Fondo Sur Alto
      FS Bajo => Fondo Sur Bajo
      Grada Animacion ~ Animación => Fondo Norte Grada Animación
      Corner NE ~ Corner Nordeste => Córner Noreste
      Corner Suroeste => Córner Sudoeste
    `),
    refused: listIn(`
      Segunda Grada 101 ~ 2ª Grada 101 ~ Tercer Anfiteatro 205 ~ Vomitorio 101 ~ Puerta 101 ~ Boca 101 ~
      Sector 129 ~ Sector 237 ~ Sector 1 ~ Sector 12 ~ VIP ~ Palco ~ Palco de Honor ~ VIP Presidencial ~
      Antepalco ~ Tribuna ~ Tribuna Preferencia ~ Preferencia ~ Tribuna Alta ~ Lateral ~ Lateral Este ~
      Lateral Oeste ~ Lateral Oeste Alto ~ Fondo ~ Fondo Sur ~ Fondo Norte ~ Fondo Norte Alto ~ Fondo Norte Bajo ~
      Gol Sur Alto ~ Gol Sur ~ Sur ~ Norte ~ Grada Joven ~ Corner Noroeste ~ Corner Sureste ~ Corner ~
      Zona Visitante ~ Visitante ~ Fondo Sur Alto o Bajo ~ Fondo Sur Alto/Bajo ~ Categoría 1 ~ Cat. 1 Lateral ~
      Parking Sector 101 ~ Lateral Bajo ~ Este ~ Bajo
    `),
  },
  {
    name: 'a German arena',
    sections: sectionsIn(`
      Block 1..14 @ Unterrang Süd ~ Block 101..112 @ Unterrang ~ Block 201..216 @ Oberrang ~ Innenraum Block A ~
      Innenraum Block B ~ Innenraum Block C ~ Innenraum Block D ~ Innenraum Block E ~ Innenraum Block F ~
      Innenraum Stehplatz ~ Südtribüne Stehplätze ~ Nordtribüne Mitte ~ Nordtribüne Links ~ Nordtribüne Rechts ~
      Osttribüne Ober ~ Osttribüne Unter ~ Business Club ~ Loge West ~ Haupttribüne ~ Gegengerade ~
      Rollstuhlplätze ~ Parkett links ~ Parkett rechts ~ 1. Rang ~ 2. Rang ~ 3. Rang Mitte
    `),
    placed: spellingsIn(`
      101 ~ Unterrang 101 => Block 101
      Unterrang Block 112 => Block 112
      Oberrang Block 201 => Block 201
      Unterrang Süd Block 3 => Block 3
      1.Rang ~ 1 Rang => 1. Rang
      Innenraum A => Innenraum Block A
      Stehplatz Innenraum => Innenraum Stehplatz
    `),
    placedOrRefused: spellingsIn(`
      Bl. 101 ~ UR 101 => Block 101
      OR 201 => Block 201
      Süd Block 3 ~ Gästeblock 3 ~ Eingang Block 3 ~ Eingang 2 Block 3 => Block 3
      Rang 1 ~ I. Rang ~ Erster Rang ~ 1. Rang rechts => 1. Rang
      Zweiter Rang ~ 2. Rang links ~ 2. Rang Mitte => 2. Rang
      3. Rang => 3. Rang Mitte
      Parkett li. ~ Parkett L => Parkett links
      Parkett re => Parkett rechts
      IR Block B => Innenraum Block B
      Block A => Innenraum Block A
      Innenraum Stehpl. ~ Innenraum Steh => Innenraum Stehplatz
      Stehplatz Süd ~ Südtribüne Stehplatz ~ Suedtribuene Stehplaetze => Südtribüne Stehplätze
      Nord Mitte => Nordtribüne Mitte
      Nordtribuene Links ~ Nordtribüne L => Nordtribüne Links
      Nordtribüne R => Nordtribüne Rechts
      Osttribüne Oberrang ~ Osttribüne oben => Osttribüne Ober
      Ost Unter ~ Osttribüne unten => Osttribüne Unter
      Business ~ Businessclub => Business Club
      Haupttribuene => Haupttribüne
      Rollstuhl => Rollstuhlplätze
    `),
    refused: listIn(`
      Oberrang 101 ~ Oberrang 217 ~ Block 217 ~ Block 15 ~ Block 100 ~ Nord Block 3 ~ Block 3 Nord ~ Reihe 3 ~
      3. Rang links ~ 3. Rang Seite ~ 4. Rang ~ Rang ~ Oberrang ~ Unterrang ~ Parkett ~ Parkett Mitte ~
      Innenraum ~ Innenraum Block G ~ Block G ~ Innenraum 1 ~ Stehplatz ~ Stehplätze ~ Südtribüne ~
      Suedtribuene Sitzplatz ~ Südtribüne Sitzplätze ~ Nordtribüne ~ Südtribüne Mitte ~ Südtribüne Links ~
      Osttribüne ~ Westtribüne Ober ~ Westtribüne ~ West ~ Loge Ost ~ Loge ~ Loge 12 ~ Loge 1 ~ Business Seat ~
      Haupttribüne Mitte ~ Gegentribüne ~ Rollstuhlfahrer ~ Gästeblock ~ Kategorie 1 ~ PK 1 ~ PK1 ~ Parkplatz ~
      Parkplatz 3 ~ Parkplatz P1 ~ P1 ~ Block 1 oder 2 ~ Block 1/2 ~ Block 1-3 ~ Tor 3 ~ Eingang 3
    `),
  },
]
