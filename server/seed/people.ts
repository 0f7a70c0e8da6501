import type { CountryCode } from '../../domain/countries.ts'

/** Names as people bear them in each country. */
export const people: Record<CountryCode, { first: string[]; last: string[] }> = {
  ic: {
    first:
      words(`Awa Aïcha Fatou Mariam Adjoua Affoué Akissi Amenan Aya Bintou Djénéba Estelle Grâce Kadidja Ly-Anne
      Mireille Nadège Rokia Salimata Solange Koffi Kouamé Kouadio Konan Yao Yéo Sékou Ibrahim Moussa Mamadou Drissa
      Serge Landry Hervé Didier Franck Cédric Arsène Lassina Souleymane`),
    last: words(`Koné Traoré Ouattara Coulibaly Bamba Diabaté Touré Cissé Fofana Dosso N’Guessan Kouassi Yao Konan
      Aka Ehouman Gbané Zadi Gnahoré Doumbia Soro Silué Tuo Ouédraogo Kacou Assi Tanoh Brou Djè Kra`),
  },
  sn: {
    first:
      words(`Aminata Fatou Khady Mame Ndèye Rokhaya Sokhna Awa Astou Coumba Dieynaba Marième Seynabou Yacine
      Bineta Adama Mamadou Cheikh Ousmane Modou Ibrahima Abdoulaye Babacar Pape Serigne Moustapha El-Hadji Assane
      Alioune Lamine Malick Birame`),
    last: words(`Diop Ndiaye Fall Diouf Sow Ba Sarr Gueye Faye Seck Thiam Mbaye Cissé Diallo Sy Kane Ndour Niang Wade
      Diagne Camara Dieng Mbengue Touré Badji Sané Mendy Gomis`),
  },
  bf: {
    first:
      words(`Aminata Alimata Rasmata Awa Fati Mariam Salimata Bibata Assèta Haoua Wendkouni Édith Clarisse
      Pélagie Inoussa Issouf Boukary Adama Salif Moumouni Ousmane Souleymane Abdoulaye Wendyam Arnaud Blaise Christian
      Hamidou Idrissa Rasmané`),
    last: words(`Ouédraogo Sawadogo Kaboré Zongo Compaoré Nikiéma Tapsoba Ilboudo Kafando Tiendrébéogo Sanou Traoré
      Barro Somé Dabiré Hien Kambou Yaméogo Zoungrana Bationo Bado Nana Simporé Konaté Diallo`),
  },
  tn: {
    first:
      words(`Amira Fatma Ines Mariem Rim Salma Sana Yasmine Nour Hela Olfa Leila Emna Asma Wafa Rania Ahmed Ali
      Amine Anis Bilel Habib Hichem Karim Khaled Mehdi Mohamed Nizar Oussama Sami Slim Walid Wassim Yassine`),
    last: words(`Ben-Ali Ben-Salah Trabelsi Jaziri Gharbi Chaabane Mejri Hammami Bouazizi Mansouri Ayari Khelifi Jebali
      Sassi Dridi Zouari Karoui Mabrouk Chebbi Ferchichi Triki Kallel Baccouche Ghannouchi Saidi Louati`),
  },
  fr: {
    first:
      words(`Camille Léa Chloé Manon Inès Sarah Julie Océane Fatoumata Amel Nathalie Valérie Céline Aurélie Zoé
      Élodie Hélène Lucas Hugo Théo Mehdi Karim Nicolas Julien Antoine Maxime Sébastien Frédéric Benoît François
      Thierry Loïc Jérôme Noël`),
    last: words(`Martin Bernard Dubois Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Garcia Roux
      Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Benali Haddad Diallo Traoré Nguyen Da-Silva Perez
      Lecœur Bénard`),
  },
  lib: {
    first:
      words(`Aisha Fatima Mariam Salma Huda Amal Najwa Khadija Sara Zainab Hanan Rabia Mohamed Ahmed Ali Omar
      Khaled Mustafa Abdullah Salem Ibrahim Yusuf Tariq Hamza Anas Walid Faraj Nuri Ramadan Idris`),
    last: words(`Al-Mabrouk Ben-Ghazi El-Fitouri Al-Zawi El-Mahdi Al-Warfalli Zwai Al-Misrati El-Gharyani Shalgham
      Al-Hasi Buzaid Al-Sharif El-Obeidi Gaddur Al-Tarhuni Swehli Al-Barasi El-Magri Benhalim`),
  },
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
