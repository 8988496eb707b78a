import type { InventedVenue } from './invented-venues.ts'
import { listIn, sectionsIn, spellingsIn } from './invented-venues.ts'

/** Made-up venues and what sellers write for their sections; the answers were written before the resolver was tried. */
export const inventedArenas: readonly InventedVenue[] = [
  {
    name: 'an arena whose levels share their numbers with suites',
    sections: sectionsIn(`
      1..26 @ Lower Bowl ~ 101..134 @ Terrace ~ 201..238 @ Balcony ~ L1..44 @ Loge Suites ~ Floor A @ Floor ~
      Floor B @ Floor ~ Floor C @ Floor ~ Floor D @ Floor ~ Floor E @ Floor ~ Floor F @ Floor ~ Floor G @ Floor ~
      Floor H @ Floor ~ Floor I @ Floor ~ Floor J @ Floor ~ Floor K @ Floor ~ Floor A1 ~ Floor A2 ~ Floor B1 ~
      Floor B2 ~ Pit ~ WC 109 ~ WC 215 ~ Courtside North ~ Courtside South ~ Club 12 ~ Club 14 ~ Party Deck 1 ~
      Party Deck 2
    `),
    placed: spellingsIn(`
      Terrace 101 ~ Terrace 101 Row 5 => 101
      Balcony 215 => 215
      Lower Bowl 12 => 12
      Club Section 14 => Club 14
      L 12 => L12
      Floor A 1 ~ FLR A1 => Floor A1
      Flr F ~ FLOOR-F => Floor F
    `),
    placedOrRefused: spellingsIn(`
      109 WC ~ 109WC ~ Wheelchair 109 => WC 109
      Lower 12 ~ 12 ~ Section 12 ~ Sec 12 ~ LB 12 ~ LL 12 ~ LL12 ~ LB12 => 12
      Sec 5 ~ 05 => 5
      Loge 12 ~ LS12 ~ Loge Suite 12 ~ Suite L12 ~ Suite 12 => L12
      Loge L3 => L3
      FLOORA1 ~ A1 => Floor A1
      B2 => Floor B2
      F ~ Fl F => Floor F
      GA Pit ~ Pit GA ~ Floor Pit ~ Floor GA ~ GA Floor ~ GA => Pit
      Courtside N ~ CSN => Courtside North
      Court Side South => Courtside South
      PD 2 ~ Deck 2 => Party Deck 2
      Deck 1 ~ Party 1 => Party Deck 1
      Upper 215 ~ UL 215 ~ 200 Level Sec 215 ~ B215 => 215
      Upper 101 ~ 100 Level 101 ~ T101 ~ 101T ~ Rail 101 => 101
    `),
    refused: listIn(`
      Section 101 WC ~ Balcony 109 ~ Lower Bowl 30 ~ Sec 27 ~ 27 ~ Club 13 ~ L45 ~ Loge 45 ~ Floor A3 ~ Floor C1 ~
      Floor 1 ~ Floor 12 ~ C1 ~ Floor L ~ Pit A ~ Pit 1 ~ Courtside ~ Courtside East ~ North ~ Party Deck ~
      Party Deck 3 ~ Lower 215 ~ Lower 101 ~ 100 Level ~ 200 Level ~ 100 Level 215 ~ Terrace 215 ~ B101 ~ T215 ~
      101B ~ Row 1 ~ Riser 1 ~ Table 4 ~ Bar 3 ~ Terrace Level Suite 12 ~ 101/102 ~ 101,102 ~ 101 & 102 ~
      101-103
    `),
  },
  {
    name: 'an Italian theatre and ground',
    sections: sectionsIn(`
      Platea ~ Platea Gold ~ Platea Argento ~ Poltronissima ~ Poltronissima Gold ~ Poltrona ~
      Gradinata Numerata Sinistra ~ Gradinata Numerata Destra ~ Gradinata Non Numerata ~ Settore 1..4 ~
      Palco 1..20 ~ I Ordine Centrale ~ I Ordine Laterale ~ II Ordine Centrale ~ II Ordine Laterale ~ III Ordine ~
      Galleria ~ Loggione ~ Tribuna Monte Mario ~ Tribuna Tevere ~ Distinti Nord Est ~ Distinti Nord Ovest ~
      Distinti Sud Est ~ Curva Nord ~ Curva Sud
    `),
    placed: spellingsIn(`
      PLATEA => Platea
      Palco n. 5 ~ Palco n.5 => Palco 5
    `),
    placedOrRefused: spellingsIn(`
      Poltronissime => Poltronissima
      Poltrone => Poltrona
      Gradinata Numerata Sx ~ Gradinata Sinistra ~ Numerata Sinistra => Gradinata Numerata Sinistra
      Gradinata Num. Dx ~ Gradinata Destra => Gradinata Numerata Destra
      Gradinata Non Num. ~ Non numerata => Gradinata Non Numerata
      Sett. 1 ~ 1 => Settore 1
      2 => Settore 2
      Palchi 5 ~ Palco 5 I ordine ~ Box 5 => Palco 5
      2 Ordine Centrale ~ 2° Ordine Centrale ~ Secondo Ordine Centrale => II Ordine Centrale
      1° Ordine Centrale ~ Primo Ordine Centrale => I Ordine Centrale
      Terzo Ordine ~ 3 Ordine => III Ordine
      Tribuna M. Mario ~ Monte Mario ~ Tribuna MM => Tribuna Monte Mario
      Tevere => Tribuna Tevere
      Distinti NE ~ Distinti N/E ~ DNE ~ Nord Est => Distinti Nord Est
      C. Nord ~ Curva N ~ North Curve ~ CN => Curva Nord
    `),
    refused: listIn(`
      Platea gold centrale ~ Platea Oro ~ Gold ~ Platea Silver ~ Platea A ~ Prima Platea ~ 1a Platea ~
      Seconda Platea ~ Poltronissima Oro ~ Poltr. ~ Poltrona Gold ~ Poltroncina ~ Gradinata ~ Gradinata Numerata ~
      Gradinata Non Numerata Sinistra ~ Gradinata Centrale ~ Numerata ~ Settore 5 ~ Settore I ~ Settore A ~ 5 ~
      Palco 21 ~ Palco ~ Palco I ordine ~ Palco Centrale ~ Palco laterale ~ I Ordine ~ II Ordine ~
      III Ordine Centrale ~ IV Ordine ~ Ordine Centrale ~ Centrale ~ Galleria I ~ 1a Galleria ~ Prima Galleria ~
      Seconda Galleria ~ 2° Galleria ~ Galleria Centrale ~ Loggia ~ Tribuna ~ Monte Mario Top ~
      Tribuna Monte Mario Top ~ Tevere Top ~ Tribuna Tevere Top Sx ~ Tribuna Tevere Parterre ~ Tribuna d'onore ~
      Distinti ~ Distinti Nord ~ Distinti Est ~ Distinti Sud Ovest ~ Distinti SO ~ Curva ~ Curva Nord Laterale ~
      Curva Est ~ Nord ~ Settore Ospiti ~ Ospiti
    `),
  },
  {
    name: 'a bullring and a tennis court',
    sections: sectionsIn(`
      Tendido 1..12 ~ Tendido 1 Sombra ~ Grada 1 ~ Grada 2 ~ Andanada 1 ~ Andanada 2 ~ Barrera Sombra ~
      Barrera Sol ~ Contrabarrera Sol y Sombra ~ Loge A ~ Loge B ~ Court Philippe-Chatrier Loge 12 ~ Gangway 101 ~
      Gangway 102 ~ Gangway 201 ~ Promenade A ~ Promenade B ~ Upper Promenade 301 ~ Upper Promenade 302 ~
      Baseline North Box 1 ~ Baseline South Box 1 ~ Debenture 101 ~ Debenture 102
    `),
    placed: spellingsIn(`
      TENDIDO 5 => Tendido 5
      Philippe Chatrier Loge 12 => Court Philippe-Chatrier Loge 12
      Deb 101 => Debenture 101
      Deb. 102 ~ Debentures 102 => Debenture 102
      Prom A => Promenade A
      South Baseline Box 1 => Baseline South Box 1
    `),
    placedOrRefused: spellingsIn(`
      Tend. 5 ~ T5 ~ Tendido Alto 5 ~ Tendido Bajo 5 ~ 5 => Tendido 5
      And. 2 => Andanada 2
      Contrabarrera ~ Sol y Sombra => Contrabarrera Sol y Sombra
      Loge 12 ~ Chatrier Loge 12 => Court Philippe-Chatrier Loge 12
      Centre Court Gangway 101 ~ GW 101 ~ G101 => Gangway 101
      201 => Gangway 201
      Promenade 301 ~ UP 301 ~ 301 ~ Upper 301 => Upper Promenade 301
      Baseline N Box 1 ~ North Box 1 ~ BN 1 => Baseline North Box 1
    `),
    refused: listIn(`
      Tendido 13 ~ Tendido 5 Sombra ~ Tendido 5 Sol ~ Tendido 1 Sol ~ Tendido Sombra ~ Tendido ~ Grada 5 ~ Grada ~
      Andanada 3 ~ Andanada ~ Barrera ~ Barrera Sol y Sombra ~ Contrabarrera Sol ~ Contrabarrera Sombra ~ Sombra ~
      Sol ~ Sol/Sombra ~ Barrera 5 ~ Barrera Tendido 5 ~ Loge C ~ Loge ~ Court Philippe-Chatrier ~ Court 12 ~
      Court 1 ~ No. 1 Court ~ Centre Court ~ 101 ~ Debenture ~ Debenture 201 ~ Debenture Gangway 101 ~
      Gangway 301 ~ Promenade ~ Upper Promenade A ~ Lower Promenade 301 ~ Upper 101 ~ Baseline Box 1 ~ Box 1 ~
      Baseline East Box 1 ~ Baseline North ~ Baseline North Box 2 ~ Sideline Box 1
    `),
  },
]
