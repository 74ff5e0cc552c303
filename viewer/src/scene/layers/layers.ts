// Layers over the place, each of which can be switched on and off.

import { effect } from '@preact/signals';
import { Group } from 'three';
import type { Shown } from '../../playback';
import type { Place } from '../../protocol';
import * as state from '../../state';
import type { CameraRig } from '../camera';
import type { Labels } from '../labels';
import type { Look } from '../look';
import type { PlaceModel } from '../place';
import { Drawings } from './drawings';
import { DrawnBlock } from './drawn_block';
import { FlowLines } from './flow_lines';
import { HeatMaps } from './heat_maps';
import { Measures } from './measures';
import { Needs } from './needs';
import { Selection } from './selection';
import { Slots } from './slots';
import { Trails } from './trails';

/** The moment and the view that a layer draws. */
export interface Moment { shown: Shown; rig: CameraRig; model: PlaceModel; isShown: Uint8Array; now: number }

export interface LayerView {
  readonly group: Group;
  setPlace(place: Place, look: Look): void;
  /** Is called once per picture. */
  update(moment: Moment): void;
  dispose(): void;
}

export class Layers {
  readonly group = new Group();
  private readonly views: LayerView[];
  private readonly ends: (() => void)[] = [];
  private model: PlaceModel | null = null;

  constructor(labels: Labels) {
    this.views = [new HeatMaps(), new Drawings(), new Trails(), new FlowLines(labels), new Measures(labels), new Slots(), new Needs(), new Selection(), new DrawnBlock()];
    this.group.add(...this.views.map((view) => view.group));
    this.ends.push(effect(() => { state.layers.value; state.storey.value; this.showAreas(); }));
  }

  setPlace(place: Place, look: Look): void {
    for (const view of this.views) view.setPlace(place, look);
  }

  update(shown: Shown, rig: CameraRig, model: PlaceModel, isShown: Uint8Array, now: number): void {
    if (model !== this.model) { this.model = model; this.showAreas(); }
    for (const view of this.views) view.update({ shown, rig, model, isShown, now });
  }

  dispose(): void {
    for (const end of this.ends) end();
    for (const view of this.views) view.dispose();
  }

  private showAreas(): void {
    this.model?.areas.show(state.layers.value.has('areas'), this.model.isShown);
  }
}
