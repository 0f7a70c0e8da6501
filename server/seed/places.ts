import type { CountryCode } from '../../domain/core/countries.ts'

type Places = { quarters: string[]; streets: string[]; landmarks: string[] }

const african =
  lines(`près de la pharmacie; derrière la mosquée; face à la station Total; à côté de l’école primaire;
  après le carrefour, portail bleu; en face du marché; derrière la mairie; non loin du commissariat; immeuble blanc,
  2e étage; à côté du maquis; près du terrain de foot; juste après le château d’eau; face à l’église; 3e maison à gauche`)

/** Parts of addresses: quarters, streets, landmarks. */
export const places: Record<CountryCode, Places> = {
  ic: {
    quarters:
      lines(`Cocody Angré 7e tranche; Cocody Riviera 2; Cocody Riviera Palmeraie; Cocody Deux Plateaux Vallon;
      Cocody Blockhauss; Yopougon Maroc; Yopougon Siporex; Yopougon Niangon; Yopougon Toits Rouges; Abobo Gare;
      Abobo PK18; Abobo Avocatier; Adjamé 220 Logements; Adjamé Liberté; Marcory Zone 4; Marcory Remblais;
      Koumassi Grand Carrefour; Koumassi Remblais; Treichville Avenue 16; Port-Bouët Gonzagueville; Port-Bouët Vridi;
      Plateau; Attécoubé Santé; Bingerville Cité Genie; Anyama; Grand-Bassam Quartier France; Bouaké Commerce;
      Bouaké Belleville; Yamoussoukro Habitat; Daloa Tazibouo; San-Pedro Bardot; Korhogo Soba; Man Libreville; Gagnoa`),
    streets: lines(
      'rue L12; rue des Jardins; boulevard Latrille; rue K47; voie principale; rue du Canal; lot 214',
    ),
    landmarks: african,
  },
  sn: {
    quarters:
      lines(`Dakar Plateau; Médina rue 22; Grand Yoff; Parcelles Assainies U17; Parcelles Assainies U26; Ouakam;
      Almadies; Ngor; Yoff Layène; Sacré-Cœur 3; Mermoz; Point E; Liberté 6; HLM Grand Médine; Pikine Icotaf;
      Guédiawaye Golf Sud; Keur Massar; Rufisque Nord; Thiaroye; Thiès Randoulène; Mbour Château d’eau; Saly;
      Saint-Louis Sor; Kaolack Médina Baye; Touba Darou Khoudoss; Ziguinchor Boucotte; Diourbel`),
    streets: lines(
      'villa 124; rue 10; cité Keur Gorgui; voie de dégagement; immeuble B; villa 48 bis; lot 302',
    ),
    landmarks: african,
  },
  bf: {
    quarters:
      lines(`Ouaga 2000; Gounghin; Dassasgho; Zogona; Pissy; Tampouy; Karpala; Patte d’Oie; Wemtenga; Cissin;
      Somgandé; Tanghin; Larlé; Samandin; Kossodo; Balkuy; Bobo Accart-Ville; Bobo Sarfalao; Bobo Lafiabougou;
      Bobo Belleville; Koudougou Secteur 4; Ouahigouya Secteur 1; Banfora; Kaya Secteur 6; Fada N’Gourma`),
    streets: lines(
      'secteur 15; secteur 28, rue 28.47; avenue Kwamé N’Krumah; six-mètres; rue 15.30; avenue Babanguida',
    ),
    landmarks: african,
  },
  tn: {
    quarters:
      lines(`La Marsa; Le Bardo; El Menzah 6; El Menzah 9; Ennasr 2; Ariana Ville; La Soukra; Ben Arous;
      Mégrine; Radès; Ezzahra; Manouba; Cité El Khadra; Les Berges du Lac 2; Carthage Byrsa; Sidi Bou Saïd;
      Sousse Khezama; Sousse Sahloul; Monastir Skanes; Mahdia; Sfax El Jadida; Sfax route de Tunis km 4; Nabeul;
      Hammamet Nord; Bizerte Zarzouna; Gabès Jara; Kairouan; Gafsa; Djerba Houmt Souk`),
    streets: lines(`rue de Carthage; avenue Habib Bourguiba; rue Ibn Khaldoun; rue 8612; avenue de la Liberté;
      rue de Palestine; résidence Yasmine, bloc B`),
    landmarks:
      lines(`près du Monoprix; face à la poste; derrière le lycée; à côté du Carrefour Market; 3e étage, app. 12;
      près de la station de métro; face à la mosquée; au-dessus du café`),
  },
  fr: {
    quarters: lines(`75011 Paris; 75018 Paris; 75019 Paris; 75013 Paris; 93200 Saint-Denis; 93100 Montreuil;
      93300 Aubervilliers; 94200 Ivry-sur-Seine; 92230 Gennevilliers; 95200 Sarcelles; 91000 Évry; 69003 Lyon;
      69100 Villeurbanne; 13003 Marseille; 13015 Marseille; 59000 Lille; 59100 Roubaix; 33000 Bordeaux; 31000 Toulouse;
      44000 Nantes; 67000 Strasbourg; 34000 Montpellier; 06300 Nice; 38100 Grenoble; 76600 Le Havre; 35000 Rennes`),
    streets: lines(`12 rue de la République; 48 avenue Jean Jaurès; 7 rue Victor Hugo; 153 boulevard Voltaire;
      3 allée des Acacias; 22 rue du Faubourg du Temple; 91 rue Marx Dormoy; 5 place de l’Église; 60 cours Gambetta`),
    landmarks:
      lines(`bât. C, 3e étage; code 47B12; interphone au nom de la sœur; 2e cour à gauche; loge de la gardienne;
      appt 204; déposer chez le voisin; sonner deux fois; résidence Les Lilas`),
  },
  lib: {
    quarters:
      lines(`Tripoli Hay Andalus; Tripoli Gargaresh; Tripoli Ben Ashour; Tripoli Abu Salim; Tripoli Souq al-Jumaa;
      Tripoli Ain Zara; Tripoli Tajoura; Tripoli Janzour; Tripoli Fashloum; Benghazi Al-Sabri; Benghazi Al-Fuwayhat;
      Benghazi Al-Hadaiq; Benghazi Laithi; Misrata Zarroug; Misrata Qasr Ahmed; Zawiya; Zliten; Khoms; Sabha Al-Mahdia;
      Tobruk; Al Bayda; Derna; Gharyan; Sirte`),
    streets: lines(
      'Al-Jamahiriya street; airport road; Al-Shatt road; Omar Al-Mukhtar street; ring road; villa 18',
    ),
    landmarks:
      lines(`next to the mosque; opposite the bakery; behind the school; near the pharmacy; second floor;
      close to the petrol station; white house with a green gate; by the vegetable market`),
  },
}

function lines(text: string): string[] {
  return text.split(';').map((line) => line.trim().replace(/\s+/g, ' '))
}
