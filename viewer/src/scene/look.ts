// The colours of place, sky and ground, light and dark.

import type { Theme } from '../state';

/** Colours as 0xrrggbb, shares from 0 to 1. */
export interface Look {
  skyTop: number;
  skyBottom: number;
  ground: number;
  grid: number;
  floor: number;
  upperFloor: number;
  flight: number;
  escalator: number;
  ramp: number;
  tread: number;
  wall: number;
  wallTop: number;
  planWall: number;
  solid: number;
  roof: number;
  roofEdge: number;
  planSolid: number;
  leaf: number;
  shutLeaf: number;
  glass: number;
  shadow: number;
  /** The share of white in the colours of labels. */
  labelTint: number;
  halo: string;
  highlight: number;
  group: number;
  sun: number;
  sunStrength: number;
  skyLight: number;
  groundLight: number;
  skyStrength: number;
  /** Objects: counters, what is made of wood and of metal, machines, screens with their lights, signs. */
  furniture: number;
  furnitureTop: number;
  wood: number;
  metal: number;
  cabinet: number;
  drink: number;
  snack: number;
  screen: number;
  lamp: number;
  pane: number;
  accent: number;
  lettering: number;
  dial: number;
  meeting: number;
  goods: readonly number[];
  shelf: number;
  /** The ground of performances and of shops. */
  stage: number;
  shopFloor: number;
  objectLabel: string;
  /** Tracks: the edge of a platform and its yellow line, the drop, the bed with its sleepers, a road. */
  coping: number;
  caution: number;
  drop: number;
  ballast: number;
  sleeper: number;
  road: number;
}

export const LOOKS: Record<Theme, Look> = {
  light: {
    skyTop: 0xbfd3e6, skyBottom: 0xf1f3f2, ground: 0xd3dade, grid: 0xc2cbd0,
    floor: 0xfaf9f6, upperFloor: 0xeef1f3, flight: 0xe4e0d8, escalator: 0xc3ccd4, ramp: 0xe7dfcc, tread: 0x8d8f92,
    wall: 0xd9dee3, wallTop: 0x4b5664, planWall: 0x2b333d,
    solid: 0xd2d7dc, roof: 0xe6e9ec, roofEdge: 0x7c8794, planSolid: 0xc8ced5,
    leaf: 0x8fb3a6, shutLeaf: 0xc8453b, glass: 0x6aa5c4,
    shadow: 0x1a2430, labelTint: 0, halo: 'rgba(255,255,255,0.9)', highlight: 0xff7a00, group: 0x0077bb,
    sun: 0xfff4e2, sunStrength: 1.9, skyLight: 0xf4f8ff, groundLight: 0xd9d4c8, skyStrength: 1.75,
    furniture: 0xd9c7ab, furnitureTop: 0x8b7355, wood: 0xb98a5a, metal: 0x6d7883, cabinet: 0x9aa7b4, drink: 0xb5493f, snack: 0x3f7d6a,
    screen: 0x22303d, lamp: 0xf0b23e, pane: 0xb9d6e4, accent: 0x2a6f9e, lettering: 0xf7f8f6, dial: 0x20262d, meeting: 0x1f8a5b,
    goods: [0xd9573f, 0xe8b13a, 0x4f93c4, 0x6aa84f, 0xece6da], shelf: 0xc2ab8a, stage: 0xb8457f, shopFloor: 0xe2b65f, objectLabel: '#3d4a57',
    coping: 0xe9e7e1, caution: 0xf0bf2c, drop: 0x7d8288, ballast: 0xa39c92, sleeper: 0x7a6a5c, road: 0x8b9096,
  },
  dark: {
    skyTop: 0x0e1620, skyBottom: 0x1f2c39, ground: 0x1a242f, grid: 0x2a3847,
    floor: 0x4a5a6b, upperFloor: 0x506274, flight: 0x5a6876, escalator: 0x6b7a88, ramp: 0x64604f, tread: 0xa3b1bf,
    wall: 0x7f93a7, wallTop: 0xb9cad9, planWall: 0xd3dee8,
    solid: 0x5a6b7c, roof: 0x677a8c, roofEdge: 0x9fb2c4, planSolid: 0x2a3641,
    leaf: 0x6fa894, shutLeaf: 0xe8695e, glass: 0x7cc2e6,
    shadow: 0x000000, labelTint: 0.35, halo: 'rgba(12,18,26,0.88)', highlight: 0xffa63d, group: 0x56b4e9,
    sun: 0xe6eeff, sunStrength: 1.7, skyLight: 0xd5e3f2, groundLight: 0x3a444e, skyStrength: 1.9,
    furniture: 0x8d7f6b, furnitureTop: 0x5d4f3d, wood: 0x9a734b, metal: 0x9aa8b6, cabinet: 0x73818f, drink: 0xa04339, snack: 0x39725f,
    screen: 0x0d151d, lamp: 0xf0b23e, pane: 0x6f95aa, accent: 0x2f7fb5, lettering: 0xe9eef2, dial: 0x15202b, meeting: 0x24915f,
    goods: [0xc44f39, 0xd0a036, 0x4886b3, 0x5f9947, 0xcfc9bd], shelf: 0x7d6e58, stage: 0xc45a92, shopFloor: 0x9b7d42, objectLabel: '#c3d0dc',
    coping: 0x8f9ba6, caution: 0xd8aa2a, drop: 0x37424d, ballast: 0x4b4a48, sleeper: 0x3b352f, road: 0x3a434c,
  },
};
